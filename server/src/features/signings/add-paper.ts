import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { insertPaper } from '../videos/papers/papers-repository.ts'
import type { SigningRow } from './signing-repository.ts'

/** A stored PDF of a signing. */
interface PdfFile {
  readonly id: string
  readonly type: PaperType
  readonly filename: string
  readonly size: number
  readonly pages: number | null
  readonly received_size: number
  readonly received_sha256: Buffer
  readonly stored_sha256: Buffer
  readonly object_key: string
  readonly object_bytes: number
}

/**
 * Adds a PDF as a pending version of the paper of the appearance, which reviewers confirm like every other one, and returns the
 * version. The account that sent the contract counts as the one that uploaded it. Requires the lock of the appearance.
 */
export async function addPaper(
  tx: Tx,
  {
    video_id: videoId,
    performer_id: performerId,
    sent_by,
  }: Pick<SigningRow, 'video_id' | 'performer_id' | 'sent_by'>,
  file: PdfFile,
  at: Date,
): Promise<number> {
  if (sent_by === null) throw new Error('a draft has no papers')
  const { rows } = await sql<{ version: number }>`
    SELECT coalesce(max(version), 0)::int AS version FROM paper
    WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid AND type = ${file.type}`.execute(
    tx,
  )
  const replaces = rows[0]?.version ?? 0
  const document = {
    id: file.id,
    type: file.type,
    filename: file.filename,
    mimeType: 'application/pdf' as const,
    size: file.size,
    width: null,
    height: null,
    pages: file.pages,
    receivedSize: file.received_size,
    receivedSha256: file.received_sha256,
    storedSha256: file.stored_sha256,
    objectKey: file.object_key,
    objectBytes: file.object_bytes,
    screen: null,
    thumbnail: null,
  }
  await insertPaper(tx, { videoId, performerId, type: file.type }, document, { by: sent_by, at, replaces })
  return replaces + 1
}
