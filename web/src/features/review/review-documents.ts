import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentOrder } from '../documents/viewer/document-order.ts'

/** The documents of a desk, by their numbers: the pinned version of each slot, unless the slot was emptied. */
export function documentsOf(
  { pinned }: { readonly pinned: readonly PerformerDocument[] },
  current: readonly PerformerDocument[],
): readonly PerformerDocument[] {
  return documentOrder.flatMap((type) => {
    const newest = current.find((doc) => doc.type === type)
    if (!newest) return []
    const held = pinned.find((doc) => doc.type === type)
    // If both are the same version, `newest` has the latest status.
    return [held && held.version < newest.version ? held : newest]
  })
}

/** Where the review of a case starts. */
export function firstToDecide(documents: readonly PerformerDocument[]): PerformerDocument | undefined {
  const inOrder = documentOrder.flatMap((type) => documents.find((doc) => doc.type === type) ?? [])
  return inOrder.find(({ status }) => status === 'pending') ?? inOrder[0]
}

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

/** The documents with `newest` in the place of the older versions of its slot. */
export function withNewest(
  documents: readonly PerformerDocument[],
  newest: PerformerDocument,
): readonly PerformerDocument[] {
  if (documents.some(({ id }) => id === newest.id)) return documents
  const at = documents.findIndex(({ type }) => type === newest.type)
  const replaced = documents.map((doc, index) => (index === at ? newest : doc))
  return replaced.filter((doc) => doc === newest || doc.type !== newest.type)
}
