import type { Readable } from 'node:stream'
import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { openSharedPaper as endpoint } from '@kyc/contract/shares.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { inTransaction, isTx, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { NamedActor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutPaper, aboutSharedPaper } from '../audit/about.ts'
import { openRecorded } from '../documents/read/open-object.ts'
import { recordView } from '../documents/read/record-view.ts'
import type { ShareServices } from './share-services.ts'
import { getShared, lockShared, type SharedRow } from './shares-repository.ts'

interface Opening {
  readonly actor: NamedActor
  readonly id: string
  readonly body: BodyOf<typeof endpoint>
  readonly request: Pick<RequestInfo, 'ip'>
}

type PaperFile = Pick<
  Selectable<Tables['paper']>,
  'id' | 'performer_id' | 'type' | 'version' | 'mime_type' | 'object_key' | 'object_bytes' | 'size'
>

/**
 * The bytes of an approved document of a shared video. Its entries in the logs of both organisations are committed before the first
 * byte, in a transaction that the end of the share or of the permission waits for. Neither the reply nor its headers have the name of the file.
 */
export async function openSharedPaper(
  services: ShareServices,
  { actor, id, body, request }: Opening,
): Promise<{ stream: Readable; headers: Readonly<Record<string, string>> }> {
  const { db } = services
  const shared = await getShared(db, actor, id, services.clock.now())
  requireEditable(shared)
  requirePermitted(shared, body.type)
  const file = await findFile(db, shared.video_id, body)
  if (!file) throw new Problem('DOCUMENT_NOT_FOUND')
  const { object_key: key, object_bytes: bytes, size } = file
  const record = () =>
    recordView(services, { actor, performerId: file.performer_id, type: file.type }, (each) =>
      isTx(each) ? write(each) : inTransaction(each, write),
    )
  const write = (tx: Tx) => recordOpening(services, tx, { actor, id, body, request }, file)
  const stream = await openRecorded(services, { ...file, own_key: null }, { key, bytes, size }, record)
  return {
    stream,
    headers: {
      'content-type': file.mime_type,
      'content-length': String(size),
      'content-disposition': 'inline',
      'accept-ranges': 'none',
    },
  }
}

function requirePermitted({ papers }: Pick<SharedRow, 'papers'>, wanted: PaperType): void {
  if (!papers.some(({ type }) => type === wanted)) throw new Problem('PAPER_NOT_PERMITTED')
}

/** The approved version: an organisation never opens for another one what no reviewer has confirmed. */
async function findFile(
  db: Db,
  videoId: string,
  { performer, type }: Opening['body'],
): Promise<PaperFile | undefined> {
  if (!isId(performer)) return undefined
  const { rows } = await sql<PaperFile>`
    SELECT a.id, a.performer_id, a.type, a.version, a.mime_type, a.object_key, a.object_bytes, a.size
    FROM video_performer vp JOIN performer p ON p.id = vp.performer_id AND p.sealed_at IS NULL
      JOIN paper a ON a.video_id = vp.video_id AND a.performer_id = vp.performer_id
    WHERE vp.id = ${performer}::uuid AND vp.video_id = ${videoId}::uuid AND a.type = ${type} AND a.is_current
      AND a.status = 'verified' AND a.destroyed_at IS NULL`.execute(db)
  return rows[0]
}

async function recordOpening(
  services: ShareServices,
  tx: Tx,
  { actor, id, body: { type, reason }, request }: Opening,
  { performer_id, version }: PaperFile,
): Promise<void> {
  const shared = await lockShared(tx, actor, id, services.clock.now())
  requirePermitted(shared, type)
  const { video_id: videoId, owner_id, recipient_id } = shared
  const act = { version, reason, openedBy: actor.name, recipient: shared.recipient_name }
  const origin = { actor, request }
  const ofOwner = aboutPaper({ id: performer_id, owner_id }, { type, videoId })
  await services.audit.record(tx, origin, 'read', ofOwner, { ...act, actingFor: shared.recipient_name })
  const ofRecipient = aboutSharedPaper(id, recipient_id, { type, performerId: performer_id })
  await services.audit.record(tx, origin, 'read', ofRecipient, { ...act, title: shared.title })
}
