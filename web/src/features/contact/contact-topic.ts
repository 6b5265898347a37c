/** The contact form with the subject of a cancellation; linked from the account page (spec §9). */
export const cancellationHref = '/contact?topic=cancellation'

/** The initial subject for a URL; '' without a known topic. */
export function subjectOf(search: Readonly<Record<string, unknown>>): string {
  return search.topic === 'cancellation' ? '解約の申し込み' : ''
}
