import { rules } from '@kyc/contract/law-rules.ts'
import { listEvents, type PartnerEvent } from '@kyc/contract/partner-api.ts'
import { testReferences } from '@kyc/contract/partner-api-vocabulary.ts'
import * as contract from '@kyc/contract/partner-shares.ts'
import { disablePartner, enablePartner } from '@kyc/contract/partners.ts'
import { statementAudience, testStatementAudience } from '@kyc/contract/share-vocabulary.ts'
import { rejectTakedown } from '@kyc/contract/takedowns.ts'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { partnerBodies } from '../../../testing/app/partner-api.ts'
import { bodyOf, partnerTitleStage, reference } from '../../../testing/app/partner-title-stage.ts'
import { distributor, share } from '../../../testing/app/share-calls.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { recomputeGates } from '../../videos/gate/recompute-gates.ts'
import { reportReadiness } from './report-readiness.ts'

const {
  admin,
  app,
  call,
  clock,
  end,
  events,
  list,
  name,
  publish,
  read,
  stage,
  stop,
  superadmin,
  titles,
  videos,
  withKey,
} = partnerTitleStage()

describe('the end of a share', () => {
  test('ends every call of the partner at once, and frees the reference', async () => {
    await name()
    await titles.complete()
    expect((await read()).state).toBe('ready')
    await end()
    expect(await list()).toEqual([])
    const calls = contract.titleEndpoints.filter(({ path }) => path.includes('{reference}'))
    for (const endpoint of calls) {
      const json = partnerBodies[endpoint.name]
      const reply = await call(endpoint, { json, stop: stage.shareId })
      expect([endpoint.name, reply.status]).toEqual([endpoint.name, 404])
    }
    stage.shareId = await share(stage.owner, stage.video.id, stage.server.partnerId)
    expect((await name()).status).toBe(200)
  })

  test.each([
    [
      'the organisation is disabled',
      "UPDATE organisation SET disabled_at = now(), disabled_reason = '確認' WHERE id = (SELECT owner_id FROM video_share WHERE id = $1)",
    ],
    [
      'the organisation loses its approval',
      'UPDATE organisation SET approved_at = NULL WHERE id = (SELECT owner_id FROM video_share WHERE id = $1)',
    ],
  ])('is not needed to refuse the calls of the partner while %s', async (_, change) => {
    await name()
    await app.sql(change, [stage.shareId])
    expect(refusalOf(await call(contract.getTitle))).toEqual([404, 'NOT_FOUND'])
    expect(await list()).toEqual([])
  })

  test('comes with the transfer of the title to another organisation, and is reported', async () => {
    const bare = await videos.make('出演者のない見本')
    const shareId = await share(stage.owner, bare.id, stage.server.partnerId)
    await name(reference, stage.server, shareId)
    const { id } = await distributor(app)
    await app.sql('UPDATE video SET owner_id = $2 WHERE id = $1', [bare.id, id])
    expect(refusalOf(await call(contract.getTitle))).toEqual([404, 'NOT_FOUND'])
    expect(await events()).toContainEqual(['title.share_ended', shareId])
  })
})

describe('events of titles', () => {
  test('state each change of readiness once, by records, requests and days, and the end of the share', async () => {
    const of = (...types: string[]) => types.map((type) => [type, stage.shareId])
    expect(await events()).toEqual(of('title.blocked'))
    await titles.complete()
    expect(await events()).toEqual(of('title.blocked', 'title.ready'))
    expect(await events()).toHaveLength(2)
    await name()
    await publish()
    const { id, version } = await stop()
    expect(await events()).toEqual(of('title.blocked', 'title.ready', 'takedown.stopped', 'title.blocked'))
    await admin.send(rejectTakedown, { params: { id }, body: { version, reason: '該当なし' } })
    await end()
    expect((await events()).at(-1)).toEqual(['title.share_ended', stage.shareId])
    expect((await events()).filter(([type]) => type === 'title.share_ended')).toHaveLength(1)
  })

  test('reach a disabled partner once it is enabled again, about what has changed', async () => {
    await events()
    await superadmin.send(disablePartner, { params: { id: stage.server.partnerId } })
    await titles.complete()
    await reportReadiness(app.services.db)
    await superadmin.send(enablePartner, { params: { id: stage.server.partnerId } })
    expect((await events()).map(([type]) => type)).toEqual(['title.blocked', 'title.ready'])
  })

  test('are written once by several processes', async () => {
    await titles.complete()
    await recomputeGates(app.services)
    await Promise.all([1, 2, 3, 4].map(() => reportReadiness(app.services.db)))
    expect((await events()).map(([type]) => type)).toEqual(['title.ready'])
  })
})

describe('a test key', () => {
  test.each(Object.entries(testReferences))(
    'forces the outcome of %s',
    async (id, { state, events: forced }) => {
      const trial = await withKey(stage.server.partnerId, 'test')
      for (const _ of [1, 2]) expect((await name(id, trial, stage.shareId)).status).toBe(200)
      const reported = bodyOf<PartnerEvent[]>(await trial.call(listEvents))
      expect(reported.map(({ type, test: isTest }) => [type, isTest])).toEqual(
        (state === null ? [...forced, ...forced] : forced).map((type) => [type, true]),
      )
      const reply = await call(contract.getTitle, { by: trial, id })
      expect(reply.json).toMatchObject(state === null ? { code: 'NOT_FOUND' } : { state, test: true })
    },
  )

  test('publishes an invented title and acknowledges its stop, without a live title', async () => {
    const trial = await withKey(stage.server.partnerId, 'test')
    for (const id of ['test_ready', 'test_blocked', 'test_stopped']) await name(id, trial)
    const put = (id: string) =>
      call(contract.publishTitle, { by: trial, id, json: { published_on: '2026-10-01' } })
    expect((await put('test_ready')).json).toMatchObject({ publication: { published_on: '2026-10-01' } })
    expect((await read(trial, 'test_ready')).publication).not.toBeNull()
    const blocked = await put('test_blocked')
    expect(refusalOf(blocked)).toEqual([409, 'TITLE_BLOCKED'])
    expect(blocked.json).toMatchObject({
      errors: [{ field: 'contentReview', message: rules.contentReview.text }],
    })
    const [asked] = (await read(trial, 'test_stopped')).stops
    const acknowledged = await call(contract.acknowledgeTitleStop, {
      ...{ by: trial, id: 'test_stopped', stop: asked?.id ?? '' },
    })
    expect(acknowledged.json).toMatchObject({
      publication: null,
      stops: [{ acknowledged_at: '2026-09-15T00:00:00.000Z' }],
    })
    expect(await app.sql('SELECT FROM publication WHERE video_id = $1', [stage.video.id])).toEqual([])
  })

  test('never reads a live title, and gets a statement that no verifier of titles accepts', async () => {
    await name()
    const trial = await withKey(stage.server.partnerId, 'test')
    expect(await list(trial)).toEqual([])
    expect(refusalOf(await call(contract.getTitle, { by: trial }))).toEqual([404, 'NOT_FOUND'])
    await name('test_ready', trial)
    expect(refusalOf(await call(contract.getTitle, { id: 'test_ready' }))).toEqual([404, 'NOT_FOUND'])
    const { statement } = bodyOf<{ statement: string }>(
      await call(contract.getTitleStatement, { by: trial, id: 'test_ready' }),
    )
    const keys = createLocalJWKSet(bodyOf<JSONWebKeySet>(await admin.get('/.well-known/jwks.json')))
    const verify = (audience: string) => jwtVerify(statement, keys, { audience, currentDate: clock.now() })
    await expect(verify(statementAudience)).rejects.toThrow('aud')
    expect((await verify(testStatementAudience)).payload.title).toBe('テストの動画')
  })
})
