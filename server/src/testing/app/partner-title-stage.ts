import { listEvents, type PartnerEvent } from '@kyc/contract/partner-api.ts'
import type { PartnerTitle, PartnerTitleLine } from '@kyc/contract/partner-shares.ts'
import * as contract from '@kyc/contract/partner-shares.ts'
import { endShare } from '@kyc/contract/shares.ts'
import { createTakedown } from '@kyc/contract/takedowns.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect } from 'vitest'
import { reportReadiness } from '../../features/shares/partner-titles/report-readiness.ts'
import { recomputeGates } from '../../features/videos/gate/recompute-gates.ts'
import { foundCompany } from './organisations.ts'
import { type PartnerServer, partnerServers } from './partner-api.ts'
import { share } from './share-calls.ts'
import { type TestAccount, useStage } from './test-app.ts'
import type { TestReply } from './test-client.ts'
import { TestClock } from './test-clock.ts'
import { titleCalls } from './title-calls.ts'
import { videoCalls } from './video-calls.ts'

/**
 * A title with one performer that its owner shares with a live partner, created before each test, and calls of that
 * partner.
 */
export function partnerTitleStage() {
  const clock = new TestClock('2026-09-15T00:00:00Z')
  const { app, admin, superadmin } = useStage(
    { admin: 'admin', superadmin: 'superadmin' },
    { overrides: { clock } },
  )
  const servers = partnerServers(() => ({ app, superadmin }))
  // Filled by the hook.
  const stage = {} as {
    owner: TestAccount
    video: Video
    performer: string
    server: PartnerServer
    shareId: string
  }
  const videos = videoCalls(() => ({ app, owner: stage.owner, admin }))
  const titles = titleCalls(() => ({ app, ...stage }))

  beforeEach(async () => {
    stage.owner = await app.signedIn('user', '登録 太郎')
    await foundCompany(app, stage.owner)
    stage.video = await videos.make('提携先の見本')
    stage.performer = await titles.approved()
    await videos.add(stage.video, [stage.performer])
    stage.server = await servers.newServer()
    stage.shareId = await share(stage.owner, stage.video.id, stage.server.partnerId)
  })

  const call = (
    endpoint: Parameters<PartnerServer['call']>[0],
    {
      by = stage.server,
      ...options
    }: { by?: PartnerServer; id?: string; json?: unknown; stop?: string } = {},
  ) => by.call(endpoint, { id: reference, ...options })
  return {
    ...{ app, admin, superadmin, clock, stage, videos, titles, call },
    ...servers,
    name: (id = reference, by = stage.server, share_id = stage.shareId) =>
      call(contract.nameTitle, { by, id, json: { share_id } }),
    async read(by = stage.server, id = reference) {
      const reply = await call(contract.getTitle, { by, id })
      expect(reply.status, JSON.stringify(reply.json)).toBe(200)
      return bodyOf<PartnerTitle>(reply)
    },
    list: async (by = stage.server) => bodyOf<PartnerTitleLine[]>(await by.call(contract.listTitles)),
    publish: (published_on = '2025-10-01', address = 'https://store.example.jp/1') =>
      call(contract.publishTitle, { json: { published_on, address } }),
    end: () => stage.owner.send(endShare, { params: { id: stage.video.id, shareId: stage.shareId } }),
    async stop() {
      const body = { kind: 'provider', videoId: stage.video.id, text: '通報' } as const
      return admin.send(createTakedown, { body })
    },
    /** The events that the partner's server receives if it calls now, after the jobs that run each minute. */
    async events(by = stage.server) {
      await recomputeGates(app.services)
      await reportReadiness(app.services.db)
      return bodyOf<PartnerEvent[]>(await by.call(listEvents)).map(({ type, object_id }) => [type, object_id])
    },
  }
}

/** The reference that the calls of the stage use. */
export const reference = 'item-1'

export const bodyOf = <Body>(reply: TestReply) => reply.json as Body // the server parses each reply by its schema
