import { limits } from '@kyc/contract/limits.ts'
import { type KeptBy, keptByTexts } from '@kyc/contract/sealed-labels.ts'
import { confirmDestruction, getSealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { beforeEach, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { insertPublication, insertVideo } from '../../../testing/app/factories.ts'
import { sealedRow } from '../../../testing/app/sealed-records.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { destroyConfirmed } from '../../records/destruction/destroy-confirmed.ts'

const start = '2026-05-20T15:00:00Z' // the 21st in Japan
const clock = new TestClock(start)
const { app, owner, admin, first, second } = useStage(
  { owner: 'user', admin: 'admin', first: 'superadmin', second: 'superadmin' },
  { overrides: { clock } },
)
let id: string

beforeEach(async () => {
  await moveTo(start)
  id = await sealedRow(app, owner, admin)
})

async function moveTo(at: string | Date): Promise<void> {
  clock.moveTo(at)
  await moveDatabase(app, clock.now())
}

const one = () => ({ params: { id } })
const path = (rest: string) => `/api/sealed-performers/${id}${rest}`
const ask = (reason = '誤り') => first.put(path('/destruction'), { kind: 'registered_by_mistake', reason })
const isDestroyed = async () =>
  (await app.sql<{ at: Date | null }>('SELECT destroyed_at AS at FROM performer WHERE id = $1', [id]))[0]
    ?.at !== null

test.each(['request', 'publication', 'unknown'] as const)(
  'a destruction is neither requested nor confirmed nor carried out while the record is kept by: %s',
  async (by) => {
    expect((await ask()).status).toBe(200)
    const keep = await keepBy(by)
    const refused = {
      json: { code: 'RECORD_KEPT', title: `この記録は破棄できません。${keptByTexts[by]}` },
      status: 409,
    }
    expect(await second.put(path('/destruction/confirmation'), {})).toMatchObject(refused)
    expect((await first.send(getSealedPerformer, one())).keptBy).toBe(by)
    await keep.end()
    await second.send(confirmDestruction, one())
    await keep.again()
    await moveTo(new Date(clock.now().getTime() + limits.destructionDelay + 1000))
    await destroyConfirmed(app.services)
    expect(await isDestroyed()).toBe(false)
    expect(await ask()).toMatchObject(refused)
    await keep.end()
    await destroyConfirmed(app.services)
    expect(await isDestroyed()).toBe(true)
  },
)

/** Lets something keep the record; it can end and begin again. */
async function keepBy(by: KeptBy): Promise<{ end: () => Promise<void>; again: () => Promise<void> }> {
  if (by === 'request') {
    const again = async () => {
      await app.sql(
        `INSERT INTO subject_request (id, performer_id, kind, received_on, due_on, details_box, created_at)
         VALUES (gen_random_uuid(), $1, 'disclosure', '2026-04-01', '2026-05-01', '', now())`,
        [id],
      )
    }
    await again()
    return { again, end: async () => void (await app.sql('DELETE FROM subject_request')) }
  }
  const video = await insertVideo(app, owner.accountId, owner.accountId)
  await app.sql(
    `INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
     VALUES ($1, $2, $3, $2, $3, now())`,
    [video, id, owner.accountId],
  )
  const known = (value: boolean) =>
    app.sql('UPDATE video SET publications_known = $2 WHERE id = $1', [video, value])
  if (by === 'unknown')
    return { end: async () => void (await known(true)), again: async () => void (await known(false)) }
  await known(true)
  const publication = await insertPublication(app, video)
  const endOn = (day: string | null) =>
    app.sql('UPDATE publication SET ended_on = $2 WHERE id = $1', [publication, day])
  return { end: async () => void (await endOn('2026-05-02')), again: async () => void (await endOn(null)) }
}
