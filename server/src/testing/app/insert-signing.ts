import { createHash, randomBytes } from 'node:crypto'
import { day } from '@kyc/contract/durations.ts'
import { enteredFacts } from '@kyc/contract/signing-vocabulary.ts'
import { storeMadeFiles } from '../../features/documents/intake/store-made-files.ts'
import { decryptPerformerKey } from '../../features/records/performer-keys.ts'
import { signingBoxes } from '../../features/records/signing-content.ts'
import { insertSigningPaper } from '../../features/signings/create-signing.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertVideo } from './factories.ts'
import { insertReliance } from './insert-reliance.ts'
import { insertCompany } from './organisations.ts'
import { insertPerformerKeys } from './performer-rows.ts'
import { samplePdf } from './sample-files.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Inserts a video, its performer and a signing with its PDFs. All share one id, so that it fits each parameter of a path. */
export async function insertSigning(
  app: TestApp,
  ownerId: string,
  accountId: string,
  { sent }: { readonly sent: boolean },
): Promise<string> {
  const { services } = app
  const id = await insertVideo(app, ownerId, accountId)
  await insertPerformerKeys(services, [id])
  const key = await decryptPerformerKey(services, services.db, id)
  const bytes = samplePdf(1)
  const files = (['contract', 'explanationSheet'] as const).map((type) => ({
    ...{ type, filename: `${type}.pdf`, bytes, pages: 1 },
  }))
  await using stored = await storeMadeFiles(services, key, accountId, files)
  const boxes = await signingBoxes(services, services.db, id)
  const facts = Object.fromEntries(enteredFacts.map((fact) => [fact, fact]))
  const talk = { by: '制作 花子', on: '2026-09-15', minutes: null, language: '日本語', done: false }
  await inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    await tx
      .insertInto('signing')
      .values({
        ...{ id, video_id: id, performer_id: id, owner_id: ownerId, language: 'ja' },
        content_box: boxes.encrypt('content', id, { facts, partnerIds: [], talk }),
        contract_sha256: createHash('sha256').update(bytes).digest(),
        ...{ contract_pages: 1, created_at: at, created_by: accountId },
        ...(sent ? { sent_at: at, sent_by: accountId, expires_at: new Date(at.getTime() + 60 * day) } : {}),
      })
      .execute()
    for (const document of stored.documents) await insertSigningPaper(tx, { id, performerId: id }, document)
    await stored.commit(tx)
  })
  return id
}

/** Deletes a signing that `insertSigning` has inserted, with what belongs to it. */
export async function deleteSigning({ sql }: Pick<TestApp, 'sql'>, id: string): Promise<void> {
  for (const table of ['signing_question', 'signing_paper', 'signing'])
    await sql(`DELETE FROM ${table} WHERE performer_id = $1`, [id])
}

/** Inserts a contract that was sent, and the page of its performer, which the browser has opened. All share one id. */
export async function insertPerformerPage(app: TestApp, client: TestClient): Promise<string> {
  const { accountId } = await app.signedIn('user')
  const id = await insertSigning(app, accountId, accountId, { sent: true })
  const value = client.cookies.get('__Host-plink') ?? randomBytes(32).toString('base64url')
  client.cookies.set('__Host-plink', value)
  await app.sql(
    `INSERT INTO performer_link (id, performer_id, owner_id, created_by, created_at, expires_at, kind, language, token_hash,
       browser_key, opened_at)
     VALUES ($1, $1, $2, $2, now(), now() + interval '90 days', 'page', 'ja', $3, $4, now())`,
    [id, accountId, randomBytes(32), createHash('sha256').update(value).digest()],
  )
  await insertReliance(app, { id, originId: id, recipient: await insertCompany(app.sql) })
  return id
}
