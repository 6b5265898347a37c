import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { approvePapers } from '../../../testing/app/paper-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

const clock = new TestClock('2025-10-02T00:00:00Z')
const { app, admin, first, second } = useStage(
  { admin: 'admin', first: 'superadmin', second: 'superadmin' },
  { overrides: { clock } },
)
let owner: TestAccount
let video: Video
const { make, add } = videoCalls(() => ({ app, owner, admin }))
const { approved, describeVideo, appear, publish, readiness } = titleCalls(() => ({ app, owner, video }))

beforeEach(async () => {
  owner = await app.signedIn('user')
  video = await make()
  await app.sql("UPDATE account SET created_at = '2024-01-01' WHERE id = $1", [second.accountId])
})

test('an override of the identity by two superadmins does not cover a performer who is added afterwards (D105)', async () => {
  const known = await approved()
  await app.sql("UPDATE performer SET status = 'pending' WHERE id = $1", [known])
  await add(video, [known])
  await describeVideo()
  await appear(completeAppearance())
  await approvePapers(app.services, video.id, owner.accountId)
  const asked = await first.post(`/api/videos/${video.id}/overrides`, {
    rule: 'identity',
    reason: '原本を確認した',
    opinion: '弁護士の見解。書庫に保管',
  })
  expect(asked.status, JSON.stringify(asked.json)).toBe(200)
  const [override] = (await readiness(undefined, first)).overrides
  expect(
    (await second.put(`/api/videos/${video.id}/overrides/${override?.id}/confirmation`, {})).status,
  ).toBe(200)
  expect((await readiness()).answers[0]?.blockers).toEqual([])
  clock.moveTo('2025-10-02T00:10:00Z')
  // No reviewer has seen an ID of this person.
  const stranger = await approved()
  await app.sql("UPDATE performer SET status = 'draft' WHERE id = $1", [stranger])
  await add(video, [stranger])
  await appear(completeAppearance())
  await approvePapers(app.services, video.id, owner.accountId)
  expect(
    (await readiness()).answers[0]?.blockers.map(({ rule, performerId }) => [rule, performerId]),
  ).toContainEqual(['identity', stranger])
  expect(refusalOf(await publish('2025-10-02'))).toEqual([409, 'RECORDS_MISSING'])
})
