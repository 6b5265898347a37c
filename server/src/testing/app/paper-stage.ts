import { paperChecks } from '@kyc/contract/paper-checks.ts'
import { listPapers, type Paper } from '@kyc/contract/papers.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach } from 'vitest'
import { openPaperAs, type PaperPath, paperPath } from './papers.ts'
import { type TestAccount, useStage } from './test-app.ts'
import type { TestReply } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { titleCalls } from './title-calls.ts'
import { videoCalls } from './video-calls.ts'

/**
 * Registers hooks that give each test an owner with a video of one performer, whose facts are complete and whose papers
 * are not submitted. Reviews need four eyes.
 */
export function paperStage() {
  const clock = new TestClock('2026-09-15T00:00:00Z')
  const { app, admin, auditor } = useStage(
    { admin: 'admin', auditor: 'auditor' },
    { env: { REVIEW_FOUR_EYES: 'on' }, overrides: { clock } },
  )
  // Filled by the hook.
  const made = {} as { owner: TestAccount; video: Video; performer: string }
  const videos = videoCalls(() => ({ app, owner: made.owner, admin }))
  const titles = titleCalls(() => ({ app, ...made }))
  beforeEach(async () => {
    made.owner = await app.signedIn('user', '登録 太郎')
    made.video = await videos.make()
    made.performer = await titles.approved()
    await videos.add(made.video, [made.performer])
    await titles.describeVideo()
    await titles.appear()
  })
  const path = (type: PaperPath['type']): PaperPath => ({
    id: made.video.id,
    performerId: made.performer,
    type,
  })
  /** The body of an approval with all checks and what the reviewer has seen. */
  const statement = async ({ type }: PaperPath, change: object = {}) => {
    const { appearances } = await admin.send(getVideoFacts, { params: { id: made.video.id } })
    const [appearance] = appearances
    return {
      checks: paperChecks(type, true).map(({ id }) => id),
      seen: { width: 700, lens: false, pages: [1, 2] },
      factsVersion: appearance?.version ?? 0,
      ...(type === 'contract' ? { signedOn: '2025-04-01' } : {}),
      ...change,
    }
  }
  return {
    app,
    admin,
    auditor,
    clock,
    /** The owner, the video and the performer of the test. */
    made,
    ...titles,
    add: videos.add,
    remove: videos.remove,
    contract: () => path('contract'),
    sheet: () => path('explanationSheet'),
    list: (by: TestAccount = made.owner): Promise<Paper[]> =>
      by.send(listPapers, { params: { id: made.video.id } }),
    rulesOf: async () => (await titles.readiness()).answers[0]?.blockers.map(({ rule }) => rule),
    statement,
    /** Opens the paper and approves it. */
    approve: async (paper: PaperPath, change: object = {}, by: TestAccount = admin): Promise<TestReply> => {
      await openPaperAs(by, paper)
      return by.put(paperPath(paper, '/verify'), await statement(paper, change))
    },
    reject: (paper: PaperPath, body: object, by: TestAccount = admin): Promise<TestReply> =>
      by.put(paperPath(paper, '/reject'), body),
  }
}
