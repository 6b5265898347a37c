import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { aboutPaper, byJob } from '../../audit/about.ts'
import { readEntryProof } from '../../audit/read-entry-proof.ts'
import type { StoredDocument } from '../../documents/intake/store-files.ts'
import { storeMadeFiles } from '../../documents/intake/store-made-files.ts'
import { mailSignedCopy } from '../../mails/mail-signing-performer.ts'
import { mailSigningSender } from '../../mails/mail-signing-sender.ts'
import { decryptPerformerKey } from '../../records/performer-keys.ts'
import { type SigningContent, type Strokes, signingBoxes } from '../../records/signing-content.ts'
import { refreshGate } from '../../videos/gate/refresh-gate.ts'
import { addPaper } from '../add-paper.ts'
import { readPdf } from '../open-draft.ts'
import { findPageMail } from '../page/page-link.ts'
import type { MadePdf } from '../pdf/render-paper.ts'
import { findSigningFile, updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { statementOf } from './statement.ts'

/** A signed contract without a copy, of a record that is not deleted. */
type Waiting = Selectable<Tables['signing']> & {
  readonly title: string
  readonly organisation_name: string
  readonly performer_name: string
  /** The present owner of the record, whose members read the entry. */
  readonly record_owner: string
}

/**
 * Makes the copy of a signed contract and stores it as a paper of the appearance, which mails both sides. The file is
 * stored first, then one transaction makes it visible: a crash at any step leaves nothing but objects that the sweeper
 * deletes, and a repeated run changes nothing.
 * @throws Error while no checkpoint covers the entry of the signature
 */
export async function makeCopy(services: SigningServices, signingId: string): Promise<void> {
  const { db } = services
  const waiting = await findWaiting(db, signingId)
  if (!waiting?.sent_by) return
  const made = await renderCopy(services, waiting)
  const key = await decryptPerformerKey(services, db, waiting.performer_id)
  const file = { type: 'contract' as const, filename: fileNames[waiting.language], ...made }
  await using stored = await storeMadeFiles(services, key, waiting.sent_by, [file])
  await inTransaction(db, async (tx) => {
    await sql`SELECT FROM video WHERE id = ${waiting.video_id}::uuid FOR NO KEY UPDATE`.execute(tx)
    await sql`SELECT FROM performer WHERE id = ${waiting.performer_id}::uuid FOR UPDATE`.execute(tx)
    const row = await findWaiting(tx, signingId)
    const [document] = stored.documents
    if (!row || !document) return // another process has made it
    await stored.commit(tx)
    await insertCopy(services, tx, row, document)
  })
}

const fileNames: Readonly<Record<LinkLanguage, string>> = {
  ja: `${paperTypeLabels.contract}（署名済み）.pdf`,
  en: 'Contract (signed).pdf',
}

async function findWaiting(db: Db, id: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    SELECT s.*, v.title, o.name AS organisation_name, concat_ws(' ', p.last_name, p.first_name) AS performer_name,
      p.owner_id AS record_owner
    FROM signing s JOIN video v ON v.id = s.video_id JOIN organisation o ON o.id = s.owner_id
      JOIN performer p ON p.id = s.performer_id AND p.sealed_at IS NULL
    WHERE s.id = ${id}::uuid AND s.signed_at IS NOT NULL AND s.copy_paper_id IS NULL`.execute(db)
  return rows[0]
}

async function renderCopy(services: SigningServices, row: Waiting): Promise<MadePdf> {
  const { clock, config, db, installationKeys } = services
  const { sent_at, sheet_received_at, read_at, signed_at, signed_entry } = row
  if (!sent_at || !sheet_received_at || !read_at || !signed_at || !signed_entry)
    throw new Error('a contract was signed before its other acts')
  const boxes = await signingBoxes(services, db, row.performer_id)
  const statement = statementOf(
    {
      id: row.id,
      language: row.language,
      title: row.title,
      organisation: row.organisation_name,
      performer: row.performer_name,
      content: boxes.decrypt<SigningContent>('content', row.id, row.content_box),
      sha256: row.contract_sha256.toString('hex'),
      entryId: signed_entry,
      sentAt: sent_at,
      sheetReceivedAt: sheet_received_at,
      readAt: read_at,
      signedAt: signed_at,
    },
    config.publicUrl,
  )
  const draft = await readPdf(services, await findSigningFile(db, row, 'contract'))
  // Imported here, so that only a process that makes PDFs loads the libraries (docs/decisions/0002).
  const { makeSignedCopy } = await import('../pdf/signed-copy.ts')
  return makeSignedCopy({
    draft,
    statement,
    proof: await proofOf(services, signed_entry),
    signature: row.strokes_box ? boxes.decrypt<Strokes>('strokes', row.id, row.strokes_box) : undefined,
    key: await installationKeys.current(),
    timestampUrl: config.timestampUrl,
    at: clock.now(),
  })
}

const proofReads = 20
const proofPause = 250

/** The proof of the entry; it waits a few seconds for the checkpoint, then the job is retried. */
async function proofOf(services: SigningServices, entryId: string): Promise<EntryProofFile> {
  for (let read = 1; ; read++) {
    const proof = await readEntryProof(services, services.db, entryId)
    if (proof) return proof
    if (read === proofReads) throw new Error('no checkpoint covers the entry of a signature yet')
    await sleep(proofPause)
  }
}

async function insertCopy(
  services: SigningServices,
  tx: Tx,
  row: Waiting,
  document: StoredDocument<'contract'>,
): Promise<void> {
  const at = services.clock.now()
  const version = await addPaper(tx, row, document, at)
  await updateSigning(tx, row.id, { copy_paper_id: document.id })
  const about = aboutPaper(
    { id: row.performer_id, owner_id: row.record_owner },
    { type: 'contract', videoId: row.video_id },
  )
  await services.audit.record(tx, byJob, 'update', about, {
    change: 'signing_copy',
    version,
    before: null,
    after: { version, status: 'pending', filename: document.filename },
    sha256: document.storedSha256.toString('hex'),
  })
  await refreshGate(services, tx, row.video_id)
  const mail = await findPageMail(services, tx, row)
  if (mail) await mailSignedCopy(services, tx, mail)
  await mailSigningSender(services, tx, row, 'signed')
}
