import { storeMadeFiles } from '../../features/documents/intake/store-made-files.ts'
import { decryptPerformerKey } from '../../features/records/performer-keys.ts'
import { insertEvidence } from '../../features/takedowns/evidence-repository.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertTakedown } from './factories.ts'
import { insertPerformerKeys } from './performer-rows.ts'
import { samplePdf } from './sample-files.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a request about a performer with a stored file. All share one id, so that it fits each parameter of a path. */
export async function insertTakedownWithEvidence(
  app: TestApp,
  ownerId: string,
  accountId: string,
): Promise<string> {
  const { services } = app
  const id = await insertTakedown(app, ownerId, accountId)
  await insertPerformerKeys(services, [id])
  await app.sql('UPDATE takedown SET performer_id = $1 WHERE id = $1', [id])
  const key = await decryptPerformerKey(services, services.db, id)
  const made = { type: 'evidence', filename: '資料.pdf', bytes: samplePdf(1), pages: 1 } as const
  await using stored = await storeMadeFiles(services, key, accountId, [made])
  await inTransaction(services.db, async (tx) => {
    const row = { takedownId: id, performerId: id, by: accountId, at: services.clock.now() }
    for (const document of stored.documents) await insertEvidence(services, tx, row, { ...document, id })
    await stored.commit(tx)
  })
  return id
}
