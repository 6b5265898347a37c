import { dashboardStats } from '@kyc/contract/dashboard.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { expect, test } from 'vitest'
import { useStage } from '../../testing/app/test-app.ts'
import type { TestClient } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2025-11-04T03:00:00Z')
const { admin, owner, other } = useStage(
  { admin: 'admin', owner: 'user', other: 'user' },
  { overrides: { clock } },
)

test('open and overdue requests to take a title down are counted for the accounts that may see them (D108)', async () => {
  const counts = async (client: TestClient) => {
    const { openTakedowns, overdueTakedowns } = await client.send(dashboardStats)
    return [openTakedowns, overdueTakedowns]
  }
  const created = await owner.post('/api/videos', { title: '見本作品' })
  const { id: videoId } = created.json as Video // of the declared shape, which the reply was checked against
  const enter = async (receivedAt: string): Promise<Takedown> => {
    const body = { kind: 'cancellation', videoId, text: '出演をやめます。', receivedAt }
    return (await owner.post('/api/takedowns', body)).json as Takedown // as above
  }
  const late = await enter('2025-11-02T03:00:00Z')
  await enter('2025-11-04T03:00:00Z')
  expect(await counts(owner)).toEqual([2, 1])
  expect(await counts(admin)).toEqual([2, 1])
  expect(await counts(other)).toEqual([0, 0])
  const body = { version: late.version, reason: '重複' }
  expect((await admin.post(`/api/takedowns/${late.id}/rejection`, body)).status).toBe(200)
  expect(await counts(owner)).toEqual([1, 0])
  clock.moveTo('2025-11-05T03:00:00Z')
  expect(await counts(owner), 'due is late').toEqual([1, 1])
})
