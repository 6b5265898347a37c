import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { destroyNow } from '../../testing/app/sealed-records.ts'
import { signingStage } from '../../testing/app/signing-stage.ts'
import { deleteQueuedObjects } from '../records/destruction/delete-objects.ts'
import { endLinksOfMoved } from '../records/end-links.ts'
import { subjectContent } from '../subjects/export-subject.ts'

const stage = signingStage()
const { app, admin, clock, made } = stage

const ofPerformer = (table: string) =>
  app.sql(`SELECT FROM ${table} WHERE performer_id = $1`, [made.performer])

test('the destruction of a record destroys its signings with every file, and its page', async () => {
  const on = await stage.signed()
  await stage.copy(on)
  const files = await app.sql<{ key: string }>(
    'SELECT object_key AS key FROM stored_file WHERE performer_id = $1',
    [made.performer],
  )
  expect(files).toHaveLength(3)
  await app.sql('UPDATE video SET publications_known = true WHERE id = $1', [made.video.id])
  await destroyNow(app, made.performer, made.owner.accountId)
  for (const table of ['signing', 'signing_paper', 'signing_question', 'performer_link'])
    expect([table, await ofPerformer(table)]).toEqual([table, []])
  await deleteQueuedObjects(app.services)
  for (const { key } of files) expect(await app.services.store.exists(key)).toBe(false)
  expect((await on.client.get(`/api/performer-page?id=${on.id}`)).status).toBe(404)
})

test('the archive for the person has each signing with what was entered, asked, answered and sent', async () => {
  const on = await stage.open()
  await stage.done(stage.step(on, 'questions', { text: '報酬はいつ払われますか。' }))
  const { signings } = await subjectContent(
    app.services,
    { id: admin.accountId, role: 'admin' },
    made.performer,
  )
  expect(signings).toMatchObject([
    {
      signing: {
        id: on.signing,
        content: { facts: { fee: 'feeの内容' }, talk: { by: '制作 花子' } },
        questions: [{ text: '報酬はいつ払われますか。', answer: null }],
      },
      files: [{ type: 'contract' }, { type: 'explanationSheet' }],
    },
  ])
})

/** Gives the records another owner, as a move does. */
async function moveToStranger(): Promise<void> {
  const stranger = await app.signedIn('user')
  const fromId = made.owner.accountId
  // A personal organisation has the id of its account.
  const toId = stranger.accountId as string as OrganisationId
  const { sql } = app
  await sql("SET session_replication_role = 'replica'")
  for (const table of ['performer', 'video'])
    await sql(`UPDATE ${table} SET owner_id = $2 WHERE owner_id = $1`, [fromId, toId])
  await sql('UPDATE video_performer SET owner_id = $2 WHERE owner_id = $1', [fromId, toId])
  await sql("SET session_replication_role = 'origin'")
  await inTransaction(app.services.db, (tx) => endLinksOfMoved(tx, { fromId, toId, at: clock.now() }))
}

test('an offer that was not signed ends when the record gets another owner, and the page stays', async () => {
  const on = await stage.open()
  await moveToStranger()
  expect((await stage.session(on)).signings).toEqual([])
  expect(await stage.refusal(stage.step(on, 'sheet'))).toEqual([404, 'SIGNING_NOT_FOUND'])
})

test('a draft, which names its organisation as the party, is deleted when the record gets another owner', async () => {
  await stage.draft()
  const files = await app.sql<{ key: string }>(
    'SELECT object_key AS key FROM signing_paper WHERE performer_id = $1',
    [made.performer],
  )
  expect(files).toHaveLength(2)
  await moveToStranger()
  for (const table of ['signing', 'signing_paper']) expect(await ofPerformer(table)).toEqual([])
  await deleteQueuedObjects(app.services)
  for (const { key } of files) expect(await app.services.store.exists(key)).toBe(false)
})
