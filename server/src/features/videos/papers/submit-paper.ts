import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { submitPaper as endpoint, type Paper } from '@kyc/contract/papers.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem, throwAll } from '../../../platform/problem.ts'
import { type Actor, isAdmin } from '../../access/actor.ts'
import { requireEditable } from '../../access/visible-to.ts'
import { aboutPaper } from '../../audit/about.ts'
import { receiveForm } from '../../documents/intake/receive-form.ts'
import { type StoredDocument, storeFiles } from '../../documents/intake/store-files.ts'
import { claimOrReplay } from '../../documents/intake/upload-attempt.ts'
import { decryptPerformerKey } from '../../records/performer-keys.ts'
import { refreshGate } from '../gate/refresh-gate.ts'
import { type FoundPaper, lockAppearance } from './find-appearance.ts'
import type { PaperServices } from './paper-services.ts'
import { findCurrent, insertPaper, type PaperRow } from './papers-repository.ts'
import { presentPaper } from './present-paper.ts'

interface Submission {
  readonly actor: Actor
  readonly request: RequestInfo
  readonly found: FoundPaper
  readonly upload: Upload
}

interface SubmittedPaper {
  readonly body: Paper
  readonly headers: Record<string, string>
}

/**
 * Adds a pending version of a paper, like one of a document of the record: the file is stored first, then one
 * transaction makes it visible and saves the reply for repeats (D91).
 */
export async function submitPaper(
  services: PaperServices,
  { actor, request, found, upload }: Submission,
): Promise<SubmittedPaper> {
  const { performer, type, videoId } = found
  requireEditable(performer)
  await using form = await receiveForm(services.intake, upload, () => type)
  throwAll(form.refused)
  if (form.files.length === 0) throw fieldProblem('file', 'ファイルを選択してください。')
  const claim = await claimOrReplay<Paper, PaperType>(services, {
    actor,
    request,
    endpoint,
    target: [videoId, performer.id, type],
    organisation: performer.owner_id,
    form,
    registrations: 0,
    performerOf: () => performer.id,
    isStillValid: ({ id }, tx) => isStillPending(tx, id),
  })
  if ('replay' in claim) return { body: claim.replay, headers: { 'idempotent-replayed': 'true' } }
  await using attempt = claim.attempt
  // Checked after the claim, because a repeat gets its reply even if the paper was decided in the meantime.
  await requireReplaceable(services.db, actor, found)
  const key = await decryptPerformerKey(services, services.db, performer.id)
  const [document] = await storeFiles(services, attempt, key)
  if (!document) throw new Error('an upload without a file')
  const body = await attempt.commit((tx) =>
    insertSubmitted(services, tx, { actor, request, found }, document),
  )
  return { body, headers: {} }
}

/** Without a key, the same file is a repeat while its version is pending; after a decision it is a new upload. */
async function isStillPending(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('paper').select('id').where('id', '=', id).where('is_current', '=', true)
  return (await row.where('status', '=', 'pending').executeTakeFirst()) !== undefined
}

/**
 * Only an admin replaces an approved paper, as with documents of the record (D13). Returns the version that is
 * replaced.
 */
async function requireReplaceable(db: Db, actor: Actor, found: FoundPaper): Promise<PaperRow | undefined> {
  const current = await findCurrent(db, actor, found)
  if (current?.status === 'verified' && !isAdmin(actor)) throw new Problem('DOCUMENT_VERIFIED')
  return current
}

async function insertSubmitted(
  services: PaperServices,
  tx: Tx,
  { actor, request, found }: Omit<Submission, 'upload'>,
  document: StoredDocument<PaperType>,
): Promise<Paper> {
  const performer = await lockAppearance(tx, actor, found)
  // Checked again: only under the lock does the result hold until the commit.
  const replaced = await requireReplaceable(tx, actor, found)
  const at = services.clock.now()
  await insertPaper(tx, found, document, { by: actor.id, at, replaces: replaced?.version ?? 0 })
  const row = await findCurrent(tx, actor, found)
  if (!row) throw new Error('the paper is not stored')
  await services.audit.record(tx, { actor, request }, 'update', aboutPaper(performer, found), {
    version: row.version,
    before: replaced ? { version: replaced.version, status: replaced.status } : null,
    after: { version: row.version, status: 'pending', filename: row.filename },
  })
  await refreshGate(services, tx, found.videoId)
  return presentPaper(services, actor, row)
}
