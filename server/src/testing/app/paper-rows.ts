import { paperTypes } from '@kyc/contract/document-vocabulary.ts'
import { paperChecks } from '@kyc/contract/paper-checks.ts'
import { sql } from 'kysely'
import { refreshGate } from '../../features/videos/gate/refresh-gate.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from './test-app.ts'

/**
 * Inserts an approved contract and explanation sheet for each performer of a video that has none, without files: for tests that
 * are about other facts.
 */
export async function approvePapers(
  services: Pick<TestApp['services'], 'clock' | 'db'>,
  videoId: string,
  uploadedBy: string,
): Promise<void> {
  for (const type of paperTypes) {
    const checks = paperChecks(type, true).map(({ id }) => id)
    await sql`INSERT INTO paper (id, performer_id, video_id, type, version, is_current, status, checks, filename, mime_type, size,
        received_size, received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at)
      SELECT gen_random_uuid(), performer_id, video_id, ${type}, 1, true, 'verified', ${checks}::text[], 'paper.pdf',
        'application/pdf', 1, 1, '', '', ${newId()} || performer_id, 1, ${uploadedBy}::uuid, now()
      FROM video_performer vp WHERE video_id = ${videoId}::uuid AND NOT EXISTS (SELECT FROM paper a
        WHERE a.video_id = vp.video_id AND a.performer_id = vp.performer_id AND a.type = ${type})`.execute(
      services.db,
    )
  }
  await inTransaction(services.db, (tx) => refreshGate(services, tx, videoId))
}
