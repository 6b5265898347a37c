import type { ReviewNote } from '@kyc/contract/review.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { identityOf } from '../../platform/idempotency/idempotency-key.ts'
import { type OnceReply, replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId } from '../../platform/ids.ts'
import type { NamedActor } from '../access/actor.ts'
import { aboutPerformer } from '../audit/about.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { getRecord, lockRecord } from '../records/performers-repository.ts'
import { insertNote } from './notes-repository.ts'

interface NewNote {
  readonly actor: NamedActor
  readonly performerId: string
  readonly text: string
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

/** Adds a note to a performer. Owners see neither the note nor its entry (D3). */
export async function addNote(services: DocumentServices, note: NewNote): Promise<OnceReply<ReviewNote>> {
  const { actor, performerId, text, request } = note
  // Runs before a saved reply is returned: a sealed record shows no notes.
  await getRecord(services.db, actor, performerId)
  const route = 'review.addNote'
  const identity = identityOf({ scope: actor.id, route, request }, [performerId, text])
  const once = { ...identity, status: 201, about: performerId } as const
  return replyOnce(services, once, (tx) => store(services, tx, note))
}

async function store(
  services: DocumentServices,
  tx: Tx,
  { actor, performerId, text, request }: NewNote,
): Promise<ReviewNote> {
  const performer = await lockRecord(tx, actor, performerId)
  const at = services.clock.now()
  const id = newId(at)
  await insertNote(services, tx, { id, performerId: performer.id, writtenBy: actor.id, writtenAt: at, text })
  await services.audit.record(tx, { actor, request }, 'update', aboutPerformer(performer.id, null), {
    after: { note: text },
  })
  return { id, at: at.toISOString(), by: actor.name, text }
}
