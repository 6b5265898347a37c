import type { Inquiry } from '@kyc/contract/contact.ts'

/** Past the time by which the contact page promises an answer (spec §9). */
export function isOverdue({ state, answerBy }: Pick<Inquiry, 'state' | 'answerBy'>, now: Date): boolean {
  return state === 'open' && Date.parse(answerBy) <= now.getTime()
}

/** Opens the reader's own mail program; what was typed adds neither recipients nor headers. */
export function answerLink({ email, subject }: Pick<Inquiry, 'email' | 'subject'>): string {
  const to = encodeURIComponent(email).replace('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(`Re: ${subject.replace(/\s+/g, ' ')}`)}`
}
