import type { Hint, HintKind } from '@kyc/contract/hints.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { areSimilar, isFacePhoto } from '../../documents/document-hashes.ts'
import { detailsOf, type RecordRow } from '../../records/performer-row.ts'
import { findSamePerson } from '../find-same-person.ts'
import type { PerformerServices } from '../performer-services.ts'
import { findCandidates, findSameFiles, type OtherDocument } from './hint-repository.ts'

/**
 * What a performer has in common with others (D65): those of its organisation by name; of all others together, admins
 * learn only that there are some. Reading it creates no entry.
 */
export async function listHints(
  { db, hashKeys }: PerformerServices,
  actor: Actor,
  performer: RecordRow,
): Promise<Hint[]> {
  const { owner_id: owner } = performer
  const scope = { owner, others: isAdmin(actor) }
  const [files, candidates, people] = await Promise.all([
    findSameFiles(db, performer.id, scope),
    findCandidates(db, performer.id, scope),
    findSamePerson(db, isAdmin(actor) ? null : owner, detailsOf(performer)),
  ])
  const similar = candidates
    .filter((each) => areSimilar(hashKeys, each, { document_id: each.other_id, picture_enc: each.other_enc }))
    .filter((each) => !files.some((file) => isSameHint(file, each)))
  return withoutRepeats([
    ...files.map((file) => hintOf(isFacePhoto(file.type) ? 'same_face_photo' : 'same_file', file, owner)),
    ...similar.map((picture) => hintOf('similar_picture', picture, owner)),
    ...people
      .filter((person) => person.id !== performer.id)
      .map((person) => hintOf('same_person', { ...person, performer_id: person.id, type: null }, owner)),
  ])
}

type Found = Omit<OtherDocument, 'type'> & { readonly type: OtherDocument['type'] | null }

function isSameHint(one: OtherDocument, other: OtherDocument): boolean {
  return one.type === other.type && one.performer_id === other.performer_id
}

/** The hint without the name and the id of a record of another organisation. */
function hintOf(kind: HintKind, { type, performer_id, owner_id, name }: Found, owner: string): Hint {
  const performer = owner_id === owner ? { id: performer_id, name } : null
  return { kind, documentType: type, performer }
}

function withoutRepeats(hints: readonly Hint[]): Hint[] {
  const byText = new Map(hints.map((hint) => [JSON.stringify(hint), hint]))
  return [...byText.values()]
}
