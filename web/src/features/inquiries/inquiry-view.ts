import type { Inquiry } from '@kyc/contract/contact.ts'

/** Whether an open inquiry is past the answer time that the contact page promises. */
export function isOverdue({ state, answerBy }: Pick<Inquiry, 'state' | 'answerBy'>, now: Date): boolean {
  return state === 'open' && Date.parse(answerBy) <= now.getTime()
}

/** A mailto: URL. The input of the sender cannot add recipients or headers. */
export function answerLink({ email, subject }: Pick<Inquiry, 'email' | 'subject'>): string {
  const to = encodeURIComponent(email).replace('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${subject.replace(/\s+/g, ' ')}`)}`
}
