/** @module-tag long */

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { publishEnded } from '../../features/records/destruction/publish-ended.ts'
import { backupStage } from '../../testing/app/backup-stage.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { destroyNow } from '../../testing/app/sealed-records.ts'

// What a restore destroys again if an attacker had the login of the server, or if the backups have an unusual order
// (D119).

const stage = backupStage()
const { backUp, restore } = stage
const published = () => ({ AUDIT_CHECKPOINTS: join(stage.app.dataDir, 'checkpoints') })
const register = async () => (await registerPerformer(stage.user)).id

async function destroy(ids: readonly string[]): Promise<void> {
  for (const id of ids) await destroyNow(stage.app, id, stage.user.accountId)
  await publishEnded(stage.app.services)
}

test('no id of a record that still exists is published, even if a row states that it was destroyed', async () => {
  const id = await register()
  await stage.app.sql("INSERT INTO ended_record VALUES ($1, 'destroyed'), ($1, 'deleted')", [id])
  await publishEnded(stage.app.services)
  const { checkpoints } = stage.app.services
  expect([await checkpoints.listEnded('destroyed'), await checkpoints.listEnded('deleted')]).toEqual([[], []])
  expect(await stage.app.sql('SELECT FROM ended_record')).toEqual([])
})

test('a restore spares a record that was destroyed after the backup but is under a legal hold in it, and names it', async () => {
  const id = await register()
  await stage.app.sql(
    'INSERT INTO legal_hold (id, performer_id, put_by, put_at) VALUES (gen_random_uuid(), $1, $2, now())',
    [id, stage.user.accountId],
  )
  await backUp()
  await stage.app.sql('UPDATE legal_hold SET ended_at = now(), ended_by = put_by')
  await destroy([id])
  const found = await restore(
    {},
    async ({ db }, { destroyed, held }) => ({
      destroyed,
      held,
      rows: await db
        .selectFrom('performer_key')
        .select('destroyed_at')
        .where('performer_id', '=', id)
        .execute(),
    }),
    published(),
  )
  expect(found).toEqual({ destroyed: 0, held: [id], rows: [{ destroyed_at: null }] })
})

test('a restore requires a confirmation before it destroys again more than a few records that only the published ids name', async () => {
  const ids = []
  for (let n = 0; n < 6; n++) ids.push(await register())
  await backUp()
  await destroy(ids)
  const refused = restore({}, undefined, published())
  await expect(refused).rejects.toThrow('6 records and 0 documents of this state were destroyed since')
  await expect(refused).rejects.toThrow(`/performers/${ids[0]}`)
  expect(await restore({ destroyAgain: true }, undefined, published())).toMatchObject({ destroyed: 6 })
})

test('a restore requires a confirmation before it destroys again many documents that the newest keys name', async () => {
  for (let n = 0; n < 7; n++) await register()
  const { name } = await backUp()
  await stage.app.sql(
    "UPDATE document_version SET destroyed_at = now(), is_current = false WHERE status = 'pending' AND destroyed_at IS NULL",
  )
  await backUp()
  await expect(restore({ name })).rejects.toThrow(/^0 records and \d\d documents of this state/)
  expect((await restore({ name, destroyAgain: true })).destroyed).toBeGreaterThan(20)
})
