/** @module-tag long */

import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

const clock = new TestClock('2025-11-01T00:00:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
let video: Video

const { make, add } = videoCalls(() => ({ app, owner, admin }))
const { approved, appear, complete, describeVideo, publish } = titleCalls(() => ({ app, owner, video }))

beforeEach(async () => {
  owner = await app.signedIn('user')
  video = await make()
  await add(video, [await approved()])
  await complete()
})

const contract = () => ({ ...completeAppearance().contract, named: contractFacts.slice(1) })

/** Each makes the records of the video lack something. */
const changes: Readonly<Record<string, () => Promise<unknown>>> = {
  'the end of a contract': () => appear({ ended: { kind: 'cancelled', on: '2025-10-15' } }),
  'a withdrawn consent': () => appear({ consents: [] }),
  'a fact that the contract lacks, which also ends its approval': () => appear({ contract: contract() }),
  'a later end of all shooting': () =>
    describeVideo({ shootingEndedOn: '2025-10-31', reopenReason: '追加の撮影' }),
  'a review that was not passed': () =>
    describeVideo({ contentReview: { on: '2025-09-01', by: '管理 太郎', passed: false } }),
}

test.each(Object.keys(changes))('%s and a publication at once: no publication follows it', async (name) => {
  for (let round = 0; round < 3; round++) {
    video = await make()
    await add(video, [await approved()])
    await complete()
    const order = [changes[name], () => publish('2025-10-20')]
    const acts = round % 2 === 0 ? order : order.toReversed()
    await Promise.all(acts.map((act) => act?.()))
    const entries: AuditEntry[] = await admin.send(listAuditLogs, { query: { resourceId: video.id } })
    const published = entries.findIndex(({ details }) => 'channel' in ((details.after as object) ?? {}))
    // The log is newest first: a publication that was recorded was so before the change.
    if (published >= 0) expect(published).toBeGreaterThan(0)
    const again = await publish('2025-10-20')
    if (published < 0) expect(again.status).toBe(409)
  }
})
