import { limits } from '@kyc/contract/limits.ts'
import { addTakedownEvidence as endpoint } from '@kyc/contract/takedown-evidence.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem, throwAll } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutTakedown } from '../audit/about.ts'
import { receiveForm } from '../documents/intake/receive-form.ts'
import { type StoredDocument, storeFiles } from '../documents/intake/store-files.ts'
import { claimOrReplay } from '../documents/intake/upload-attempt.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import { getRecord, lockRecord } from '../records/performers-repository.ts'
import { countEvidenceOf, hasEvidence, insertEvidence } from './evidence-repository.ts'
import { presentTakedown } from './present-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import { getTakedownRow, lockTakedown, type TakedownRow } from './takedowns-repository.ts'

interface Attached {
  readonly actor: Actor
  readonly found: TakedownRow
  readonly upload: Upload
  readonly request: RequestInfo
}

/**
 * Attaches a file to an open request. It is received and stored like a document of the performer whom the request concerns, whose
 * key encrypts it, so that it ends with the record of the person.
 */
export async function addEvidence(
  services: TakedownServices,
  { actor, found, upload, request }: Attached,
): Promise<{ body: Takedown; headers: Record<string, string> }> {
  requireEditable(found)
  await using form = await receiveForm(services.intake, upload, () => 'evidence' as const)
  throwAll(form.refused)
  const [file] = form.files
  if (!file) throw fieldProblem('file', 'ファイルを選択してください。')
  if (found.performer_id === null) throw fieldProblem('file', '先に出演者を指定してください。')
  const performer = await getRecord(services.db, actor, found.performer_id)
  const claim = await claimOrReplay<Takedown, 'evidence'>(services, {
    actor,
    request,
    endpoint,
    target: [found.id],
    organisation: performer.owner_id,
    form,
    registrations: 0,
    performerOf: () => performer.id,
    isStillValid: (_, tx) => hasEvidence(tx, found.id, file.sha256),
  })
  if ('replay' in claim) return { body: claim.replay, headers: { 'idempotent-replayed': 'true' } }
  await using attempt = claim.attempt
  const key = await decryptPerformerKey(services, services.db, performer.id)
  const [stored] = await storeFiles(services, attempt, key)
  if (!stored) throw new Error('an upload without a file')
  const body = await attempt.commit((tx) =>
    attach(services, tx, { actor, request, id: found.id, performerId: performer.id }, stored),
  )
  return { body, headers: {} }
}

async function attach(
  services: TakedownServices,
  tx: Tx,
  {
    actor,
    request,
    id,
    performerId,
  }: Pick<Attached, 'actor' | 'request'> & { readonly id: string; readonly performerId: string },
  file: StoredDocument<'evidence'>,
): Promise<Takedown> {
  const row = await lockTakedown(tx, actor, id)
  requireEditable(row)
  // Another performer was named meanwhile, whose key must encrypt the file.
  if (row.closed_at !== null || row.performer_id !== performerId) throw new Problem('TAKEDOWN_STATE')
  await lockRecord(tx, actor, performerId)
  if ((await countEvidenceOf(tx, id)) >= limits.takedownEvidence)
    throw fieldProblem('file', `資料は${limits.takedownEvidence}件まで追加できます。`)
  await insertEvidence(
    services,
    tx,
    { takedownId: id, performerId, by: actor.id, at: services.clock.now() },
    file,
  )
  const about = aboutTakedown(id, { owner: row.owner_id, performerId })
  await services.audit.record(tx, { actor, request }, 'update', about, {
    takedown: row.number,
    change: 'evidence_added',
  })
  return presentTakedown(services, tx, actor, await getTakedownRow(tx, actor, id))
}
