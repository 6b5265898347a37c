import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { StoredDocument } from '../documents/intake/store-files.ts'
import { insertPaper } from '../videos/papers/papers-repository.ts'
import type { SigningRow } from './signing-repository.ts'

/** A stored PDF of a signing. */
type StoredPdf = Omit<
  StoredDocument<PaperType>,
  'mimeType' | 'width' | 'height' | 'screen' | 'thumbnail' | 'hashes'
>

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
  file: StoredPdf,
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
    ...file,
    mimeType: 'application/pdf' as const,
    width: null,
    height: null,
    screen: null,
    thumbnail: null,
  }
  await insertPaper(tx, { videoId, performerId, type: file.type }, document, { by: sent_by, at, replaces })
  return replaces + 1
}
