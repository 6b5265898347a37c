import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

test('migration 0018 finds decisions that were replaced since, and the editors of existing records', async () => {
  const [owner, admin] = [await app.signedIn('user'), await app.signedIn('admin')]
  const register = async () => (await registerPerformer(owner)).id
  const names = { untouched: await register(), rejected: await register(), revised: await register() }
  const edited = await register()
  const reject = (id: string) =>
    admin.put(`/api/performers/${id}/documents/idFront/reject`, { codes: ['blurry'] })
  await reject(names.rejected)
  await verifyDocuments(admin, names.revised, ['idFront'])
  await reject(names.revised)
  await admin.patch(`/api/performers/${edited}`, { lastName: '別' })
  await owner.patch(`/api/performers/${names.untouched}`, { lastName: '別' })

  await app.sql(`UPDATE performer SET ever_decided = false, ever_verified = false, field_changes = '{}'`)
  await app.sql(`UPDATE idempotency_key SET body = body - '{version,everDecided,everVerified}'::text[]`)
  const file = await readFile(new URL('../../../migrations/0018_edit_rules.sql', import.meta.url), 'utf8')
  await app.sql(file.slice(file.indexOf('UPDATE performer')))

  const rows = await app.sql<{ id: string; decided: boolean; verified: boolean; by: string | null }>(
    `SELECT id, ever_decided AS decided, ever_verified AS verified, field_changes->'lastName'->>'by' AS by
     FROM performer ORDER BY id`,
  )
  const none = { decided: false, verified: false, by: null }
  expect(rows).toEqual([
    { ...none, id: names.untouched },
    { ...none, id: names.rejected, decided: true },
    { ...none, id: names.revised, decided: true, verified: true },
    { ...none, id: edited, by: admin.accountId },
  ])
  const answers = await app.sql<{ body: object }>(
    `SELECT body FROM idempotency_key WHERE route = 'performers.create'`,
  )
  expect(answers).toHaveLength(4)
  for (const { body } of answers)
    expect(body).toMatchObject({ version: 1, everDecided: false, everVerified: false })
})
