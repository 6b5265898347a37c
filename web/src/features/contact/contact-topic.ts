/** Where a monthly plan is cancelled from the account page (spec §9): the form, with its subject filled in. */
export const cancellationHref = '/contact?topic=cancellation'

/** The subject that an address asks for; '' for any other. */
export function subjectOf(search: Readonly<Record<string, unknown>>): string {
  return search.topic === 'cancellation' ? '解約の申し込み' : ''
}
