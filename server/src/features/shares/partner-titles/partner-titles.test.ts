import type { PartnerTitle } from '@kyc/contract/partner-shares.ts'
import * as contract from '@kyc/contract/partner-shares.ts'
import { disablePartner } from '@kyc/contract/partners.ts'
import { listPublications } from '@kyc/contract/publications.ts'
import { listChannels } from '@kyc/contract/readiness.ts'
import { statementAudience, statementType } from '@kyc/contract/share-vocabulary.ts'
import { listVideoShares, permitPaper } from '@kyc/contract/shares.ts'
import { statementClaims } from '@kyc/contract/statements.ts'
import { getTakedown, rejectTakedown } from '@kyc/contract/takedowns.ts'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import { allEntries } from '../../../testing/app/audit-export.ts'
import { bodyOf, partnerTitleStage, reference } from '../../../testing/app/partner-title-stage.ts'
import { distributor, share } from '../../../testing/app/share-calls.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'

const {
  admin,
  app,
  call,
  clock,
  list,
  name,
  newServer,
  publish,
  read,
  stage,
  stop,
  superadmin,
  titles,
  videos,
} = partnerTitleStage()

describe('sharing with a partner (D112, D113)', () => {
  test('needs the exact id of a live partner that is not disabled, and names a channel of the owner', async () => {
    const path = `/api/videos/${stage.video.id}/shares`
    const trial = await newServer('test')
    await app.sql("UPDATE partner SET mode = 'test' WHERE id = $1", [trial.partnerId])
    const off = await newServer()
    await superadmin.send(disablePartner, { params: { id: off.partnerId } })
    for (const { partnerId } of [trial, off]) {
      const reply = await stage.owner.call('PUT', path, { json: { recipient: partnerId } })
      expect(reply.json).toMatchObject({
        code: 'INVALID_INPUT',
        errors: [{ field: 'recipient', message: 'IDを、共有先にご確認ください。' }],
      })
    }
    const [found] = await stage.owner.send(listVideoShares, { params: { id: stage.video.id } })
    const channels = await stage.owner.send(listChannels, { params: { id: stage.video.id } })
    expect(found).toMatchObject({ isPartner: true, live: true, papers: [] })
    expect(found?.channel).toBe(found?.recipient)
    expect(channels.map(({ name: each }) => each)).toEqual([found?.channel])
  })

  test('cannot permit the partner to open a document', async () => {
    const params = { id: stage.video.id, shareId: stage.shareId, type: 'contract' }
    const path = `/api/videos/${params.id}/shares/${params.shareId}/papers/contract`
    expect(refusalOf(await stage.owner.call(permitPaper.method, path, { json: { hours: 1 } }))).toEqual([
      404,
      'SHARE_NOT_FOUND',
    ])
    expect(await app.sql('SELECT FROM video_share_paper WHERE share_id = $1', [stage.shareId])).toEqual([])
  })

  test('has exactly one recipient', async () => {
    const { id } = await distributor(app)
    await expect(
      app.sql('UPDATE video_share SET recipient_id = $2 WHERE id = $1', [stage.shareId, id]),
    ).rejects.toThrow('video_share_recipient_kind')
  })
})

describe('a title of a partner', () => {
  test('is listed from its offer on, and has the reference that the partner gives it; a repeat changes nothing', async () => {
    const [offered] = await list()
    expect(offered).toMatchObject({ id: stage.shareId, reference: null, title: '提携先の見本', test: false })
    const named = await name()
    expect([named.status, bodyOf<PartnerTitle>(named).reference]).toEqual([200, reference])
    const before = await allEntries(admin)
    expect((await name()).json).toEqual(named.json)
    expect(await allEntries(admin)).toHaveLength(before.length)
    expect((await name('item-2')).status).toBe(200)
    expect(refusalOf(await call(contract.getTitle))).toEqual([404, 'NOT_FOUND'])
    expect((await list())[0]?.reference).toBe('item-2')
  })

  test('gets no reference that is used, and none from a partner that it is not shared with', async () => {
    await name()
    const other = await videos.make('もう一つの見本')
    const second = await share(stage.owner, other.id, stage.server.partnerId)
    expect(refusalOf(await name(reference, stage.server, second))).toEqual([409, 'TITLE_REFERENCE_USED'])
    const stranger = await newServer()
    const unknown = '01900000-0000-7000-8000-000000000000'
    for (const shareId of [stage.shareId, unknown])
      expect(refusalOf(await name('x', stranger, shareId))).toEqual([404, 'SHARE_NOT_FOUND'])
    const { id: company } = await distributor(app)
    const ofCompany = await share(stage.owner, stage.video.id, company)
    expect(refusalOf(await name('x', stage.server, ofCompany))).toEqual([404, 'SHARE_NOT_FOUND'])
    expect((await name('.hidden')).json).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ field: 'reference' }],
    })
    expect(await list(stranger)).toEqual([])
  })

  test('has the facts, blockers and state of now, and never a name, a birthday or an id of a record', async () => {
    await name()
    expect(await read()).toMatchObject({ state: 'blocked', publication: null, stops: [] })
    await titles.complete()
    await app.sql("UPDATE performer SET last_name = '秘密', email = 'himitsu@example.com' WHERE id = $1", [
      stage.performer,
    ])
    const title = await read()
    expect([title.state, title.records.blockers]).toEqual(['ready', []])
    expect(title.records.performers[0]?.facts.find(({ fact }) => fact === 'adult')).toMatchObject({
      state: 'yes',
      day: '2025-05-20',
    })
    const text = JSON.stringify([title, await list()])
    for (const secret of ['秘密', 'himitsu', '1990', stage.performer, stage.video.id, stage.owner.accountId])
      expect(text).not.toContain(secret)
  })

  test('has a signed statement that the published keys verify, for this partner', async () => {
    await name()
    await titles.complete()
    const { statement } = bodyOf<{ statement: string }>(await call(contract.getTitleStatement))
    const keys = bodyOf<JSONWebKeySet>(await admin.get('/.well-known/jwks.json'))
    const { payload } = await jwtVerify(statement, createLocalJWKSet(keys), {
      ...{ audience: statementAudience, typ: statementType, currentDate: clock.now() },
    })
    const claims = statementClaims.parse(payload)
    expect(claims).toMatchObject({ sub: stage.shareId, state: 'complete', title: '提携先の見本' })
    expect(claims.recipient).toBe(claims.channel)
    expect(claims.records).toEqual((await read()).records)
    const [entry] = await allEntries(stage.owner)
    expect(JSON.stringify(entry)).toContain('statement_issued')
  })
})

describe('a publication of a partner', () => {
  test('is recorded as by the owner, corrected and ended, once each', async () => {
    await name()
    await titles.complete()
    for (const _ of [1, 2])
      expect(bodyOf<PartnerTitle>(await publish())).toMatchObject({
        publication: { published_on: '2025-10-01', address: 'https://store.example.jp/1' },
      })
    const publications = () => stage.owner.send(listPublications, { params: { id: stage.video.id } })
    const { publications: seen, state } = await publications()
    const [{ recipient: partner } = { recipient: '' }] = await stage.owner.send(listVideoShares, {
      params: { id: stage.video.id },
    })
    expect([state, seen.length]).toEqual(['onSale', 1])
    expect(seen[0]).toMatchObject({ channel: partner, partner, startedOn: '2025-10-01', version: 1 })
    await publish('2025-10-02', '')
    expect((await publications()).publications[0]).toMatchObject({ startedOn: '2025-10-02', address: null })
    for (const _ of [1, 2])
      expect((await call(contract.unpublishTitle)).json).toMatchObject({ publication: null })
    expect((await publications()).publications[0]?.endedOn).toBe('2026-09-15')
  })

  test('is refused while the records lack something, naming each rule and no person', async () => {
    await name()
    await app.sql("UPDATE performer SET last_name = '秘密' WHERE id = $1", [stage.performer])
    const reply = await publish()
    expect(refusalOf(reply)).toEqual([409, 'TITLE_BLOCKED'])
    const { errors } = reply.json as { errors: { field: string; message: string }[] } // of a problem
    expect(errors.map(({ field }) => field)).toContain('contract.1')
    for (const secret of ['秘密', stage.performer]) expect(JSON.stringify(errors)).not.toContain(secret)
    expect((await read()).publication).toBeNull()
  })

  test('is not moved to a later day once a request has stopped the title', async () => {
    await name()
    await titles.complete()
    await publish()
    await stop()
    expect(refusalOf(await publish('2027-01-01'))).toEqual([409, 'TITLE_BLOCKED'])
    expect((await read()).publication).toMatchObject({ published_on: '2025-10-01' })
  })

  test('is refused once a request has stopped the title, also by a call that races its receipt', async () => {
    await name()
    await titles.complete()
    await Promise.all([stop(), publish()])
    const { state, publication, stops } = await read()
    // Either the receipt came first and the call was refused, or it asked the publication to stop.
    expect([state, publication === null ? 0 : 1]).toEqual(['blocked', stops.length])
    await call(contract.unpublishTitle)
    expect(refusalOf(await publish())).toEqual([409, 'TITLE_BLOCKED'])
  })
})

describe('a stop', () => {
  test('is acknowledged by the partner once, which ends the publication, as the owner sees', async () => {
    await name()
    await titles.complete()
    await publish()
    const { id } = await stop()
    const [asked] = (await read()).stops
    expect(asked).toMatchObject({ acknowledged_at: null })
    const acknowledge = () => call(contract.acknowledgeTitleStop, { stop: asked?.id ?? '' })
    const first = await acknowledge()
    expect(first.json).toMatchObject({ publication: null, stops: [{ id: asked?.id }] })
    expect((await acknowledge()).json).toEqual(first.json)
    const [seen] = (await admin.send(getTakedown, { params: { id } })).stops
    const [found] = await stage.owner.send(listVideoShares, { params: { id: stage.video.id } })
    expect([seen?.acknowledgedBy, seen?.acknowledgedAt]).toEqual([
      found?.recipient,
      '2026-09-15T00:00:00.000Z',
    ])
    const { publications } = await stage.owner.send(listPublications, { params: { id: stage.video.id } })
    expect(publications[0]?.endedOn).toBe('2026-09-15')
  })

  test('of another channel or of an unfounded request is neither shown to the partner nor acknowledged by it', async () => {
    await name()
    await titles.complete()
    await titles.publish('2025-10-01', stage.owner, '別の公開先')
    await publish()
    const { id, version } = await stop()
    const stops = await app.sql<{ id: string }>('SELECT id FROM takedown_stop WHERE takedown_id = $1', [id])
    const own = (await read()).stops.map((each) => each.id)
    expect([stops.length, own.length]).toEqual([2, 1])
    const [foreign] = stops.filter((each) => !own.includes(each.id))
    const acknowledge = (stopId = '') => call(contract.acknowledgeTitleStop, { stop: stopId })
    expect(refusalOf(await acknowledge(foreign?.id))).toEqual([404, 'NOT_FOUND'])
    await admin.send(rejectTakedown, { params: { id }, body: { version, reason: '該当なし' } })
    expect((await read()).stops).toEqual([])
    expect(refusalOf(await acknowledge(own[0]))).toEqual([404, 'NOT_FOUND'])
  })
})
