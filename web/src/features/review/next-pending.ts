import type { PerformerDocument } from '@kyc/contract/documents.ts'

/** The next document to decide on after the `decided` ones, in the order of `documents`; undefined if none is left. */
export function nextPending(
  documents: readonly PerformerDocument[],
  current: readonly PerformerDocument[],
  decided: readonly PerformerDocument[],
): PerformerDocument | undefined {
  const types = decided.map(({ type }) => type)
  const at = documents.findIndex(({ id }) => id === decided[0]?.id)
  const inOrder = [...documents.slice(at + 1), ...documents.slice(0, Math.max(at, 0))]
  const isPending = ({ type }: PerformerDocument) =>
    current.some((newest) => newest.type === type && newest.status === 'pending')
  return inOrder.find((doc) => !types.includes(doc.type) && isPending(doc))
}

/** The documents with `newest` in the place of the older version of its slot. */
export function withNewest(
  documents: readonly PerformerDocument[],
  newest: PerformerDocument,
): readonly PerformerDocument[] {
  if (documents.some(({ id }) => id === newest.id)) return documents
  return documents.map((doc) => (doc.type === newest.type ? newest : doc))
}
