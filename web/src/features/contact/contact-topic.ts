/** Subjects of links to the contact form. */
const subjects = { cancellation: '解約の申し込み', invitation: '招待の再送の依頼' } as const

/** The contact form with the subject of a cancellation; linked from the account page (spec §9). */
export const cancellationHref = '/contact?topic=cancellation'

/** Linked from an expired invitation. */
export const invitationHref = '/contact?topic=invitation'

/** The initial subject for a URL; '' without a known topic. */
export function subjectOf(search: Readonly<Record<string, unknown>>): string {
  const topic = search.topic
  return topic === 'cancellation' || topic === 'invitation' ? subjects[topic] : ''
}
