import { getReadiness, type Readiness } from '@kyc/contract/readiness.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { approvePapers } from './paper-rows.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow } from './performer-rows.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'
import { completeAppearance, coveredFacts } from './title-facts.ts'

interface TitleStage {
  readonly app: TestApp
  readonly owner: TestAccount
  readonly video: Video
}

/** Calls about the facts of a video. `stage` is evaluated at each call, since hooks create the stage. */
export function titleCalls(stage: () => TitleStage) {
  const params = () => ({ id: stage().video.id })
  const describeVideo = async (facts: object = {}): Promise<TestReply> => {
    const { owner, video } = stage()
    const { version } = await owner.send(getVideoFacts, { params: params() })
    return owner.put(`/api/videos/${video.id}/facts`, { ...coveredFacts, ...facts, version })
  }
  const appear = async (parts: object = completeAppearance()): Promise<TestReply> => {
    const { owner, video } = stage()
    const { appearances } = await owner.send(getVideoFacts, { params: params() })
    const performers = appearances.map(({ performerId: id, version }) => ({ id, version }))
    return owner.put(`/api/videos/${video.id}/appearances`, { performers, ...parts })
  }
  return {
    /** An approved performer of the owner, who was 35 in 2025. */
    async approved(): Promise<string> {
      const { app, owner } = stage()
      const row = performerRow(owner.accountId, {
        status: 'approved',
        date_of_birth: '1990-04-02',
        created_at: new Date('2025-03-01T00:00:00Z'),
      })
      await insertPerformerRows(app.services.db, [row])
      await insertPerformerKeys(app.services, [row.id])
      return row.id
    },

    describeVideo,

    /** Enters parts of the facts of every performer of the video. */
    appear,

    /** Enters all facts of a video that may be published from 2025-10-01 on, with approved papers. */
    async complete(): Promise<void> {
      await describeVideo()
      await appear()
      const { app, owner, video } = stage()
      await approvePapers(app.services, video.id, owner.accountId)
    },

    publish: (
      startedOn: string,
      by: TestClient = stage().owner,
      channel = '見本ストア',
    ): Promise<TestReply> => by.put(`/api/videos/${stage().video.id}/publications`, { channel, startedOn }),

    readiness: (day?: string, by: TestClient = stage().owner): Promise<Readiness> =>
      by.send(getReadiness, { params: params(), query: { day } }),
  }
}
