import type { PageSession } from '@kyc/contract/page-session.ts'
import { getPerformer } from '@kyc/contract/performers.ts'
import { acceptReliance, getReliances, listOffers } from '@kyc/contract/reliances.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { changesIn, listen } from '../../testing/app/live-socket.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { insertDocumentRow, sealing } from '../../testing/app/performer-rows.ts'
import { distributor, share, sharedVideo } from '../../testing/app/share-calls.ts'
import { codeIn, type OnPage, signingStage } from '../../testing/app/signing-stage.ts'
import type { TestAccount } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'
import { readPackContent } from '../packs/pack-content.ts'
import { findSubjectTraces } from '../subjects/subject-record.ts'
import { endOver } from './end-reliance.ts'

const stage = signingStage()
const { app, admin, made } = stage
// Filled by the hook.
const other = {} as { member: TestAccount; id: string }
let on: OnPage
let front: string

beforeEach(async () => {
  front = await insertDocumentRow(
    app.services.db,
    { performer_id: made.performer, type: 'idFront', uploaded_by: made.owner.accountId },
    {
      ...{ status: 'verified', decided_at: new Date('2026-04-02T03:00:00Z'), decided_by: admin.accountId },
      ...{ identity_check: 'chip', id_kind: 'passport', expires_on: '2099-01-01' },
    },
  )
  Object.assign(other, await distributor(app))
  on = await stage.open()
})

const path = () => `/api/performer-page/${on.id}/reliances`
const ask = (recipient = other.id) => on.client.post(path(), { recipient })
const asked = async () => (await ask()).json as { id: string; recipient: string; facts: object }
const code = async () => codeIn((await stage.mails()).at(-1)?.text)
const permit = async (id: string) => on.client.post(`${path()}/${id}/permission`, { code: await code() })
const permitted = async () => {
  const { id } = await asked()
  const reply = await permit(id)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return id
}
const accepted = async () => {
  const id = await permitted()
  const { performerId } = await other.member.send(acceptReliance, { params: { id } })
  return { id, performerId }
}
const reliances = (id: string, by = other.member) => by.send(getReliances, { params: { id } })
const page = () => stage.session(on)
const shown = (id: string) => other.member.send(getPerformer, { params: { id } })
const set = (columns: string) => app.sql(`UPDATE performer SET ${columns} WHERE id = $1`, [made.performer])

describe('a performer permits another organisation (D126)', () => {
  test('after it has seen what that organisation reads, with a code that is mailed to it', async () => {
    expect((await page()).mayPermitReliance).toBe(true)
    const reply = await asked()
    expect(reply).toEqual({
      id: reply.id,
      recipient: '例題配信',
      facts: {
        ...{ name: '見本 花子', nameRoman: 'MIHON HANAKO', dateOfBirth: '1990-04-02' },
        ...{ checkedOn: '2026-04-02', check: 'chip', idKind: 'passport', expiresOn: '2099-01-01' },
      },
    })
    expect((await page()).reliances).toEqual([])
    expect(await other.member.send(listOffers)).toEqual([])
    const wrong = await on.client.post(`${path()}/${reply.id}/permission`, { code: 'wrong!' })
    expect(refusalOf(wrong)).toEqual([400, 'SECOND_FACTOR_INVALID'])
    const { json } = await permit(reply.id)
    expect((json as PageSession).reliances).toMatchObject([
      { id: reply.id, recipient: '例題配信', state: 'live', ended: null },
    ])
    // The code ends with its use.
    expect(refusalOf(await permit(reply.id))).toEqual([409, 'RELIANCE_STATE'])
  })

  test('and gets one refusal for every id that cannot be used, at most ten times a day', async () => {
    await app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = 'office' WHERE id = $1", [
      other.id,
    ])
    const replies = []
    for (const id of ['x', made.performer, other.id, made.owner.accountId, on.id])
      replies.push((await ask(id)).json)
    const [first] = replies as { errors: unknown; detail: unknown }[]
    for (const reply of replies as { errors: unknown; code: string }[])
      expect([reply.code, reply.errors]).toEqual(['INVALID_INPUT', first?.errors])
    for (let n = replies.length; n < 10; n++) expect((await ask('x')).status).toBe(400)
    expect(refusalOf(await ask('x'))).toEqual([429, 'RATE_LIMITED'])
  })

  test.each([
    ['the record is not approved', () => set("status = 'pending'")],
    ['the date of birth is not known', () => set('date_of_birth = NULL')],
    [
      'the ID has expired',
      () => app.sql("UPDATE document_version SET expires_on = '2026-09-14' WHERE id = $1", [front]),
    ],
    [
      'the organisation of the record is disabled',
      () =>
        app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = 'office' WHERE id = $1", [
          made.owner.accountId,
        ]),
    ],
  ])('not while %s', async (_, change) => {
    const { id } = await asked()
    await change()
    expect((await page()).mayPermitReliance).toBe(false)
    expect(refusalOf(await ask())).toEqual([409, 'RELIANCE_STATE'])
    expect(refusalOf(await permit(id))).toEqual([409, 'RELIANCE_STATE'])
  })

  test('not of another approval than the one that was shown', async () => {
    const { id } = await asked()
    await app.sql("UPDATE document_version SET decided_at = '2026-05-01' WHERE id = $1", [front])
    expect(refusalOf(await permit(id))).toEqual([409, 'RELIANCE_STATE'])
  })

  test('with entries and mails for both organisations, and the address of the performer for neither log of the other', async () => {
    await permitted()
    const own = (await allEntries(made.owner)).find(({ details }) => details.change === 'reliance_permitted')
    expect(own).toMatchObject({
      action: 'share',
      user: { name: '出演者本人（リンク）' },
      details: { recipient: '例題配信' },
    })
    const theirs = (await allEntries(other.member)).find(
      ({ details }) => details.change === 'reliance_offered',
    )
    expect(theirs).toMatchObject({ action: 'update', ipAddress: null, resourceId: other.id })
    expect(JSON.stringify(theirs)).not.toContain(made.performer)
    const mails = await app.mails()
    expect(mails.find(({ to }) => to === made.owner.email)?.subject).toContain(
      '出演者が確認結果の利用を許可しました',
    )
    const offer = mails.find(({ to }) => to === other.member.email)
    expect(offer?.subject).toContain('確認済みの出演者を登録できます')
    expect(offer?.text).not.toContain('見本')
  })
})

describe('the record of the other organisation', () => {
  test('has the facts and the origin, no document, and counts as identified, once a member registers it', async () => {
    const id = await permitted()
    expect(await other.member.send(listOffers)).toMatchObject([
      { id, name: '見本 花子', organisation: '制作 太郎', recipient: { name: '例題配信' } },
    ])
    const { performerId } = await other.member.send(acceptReliance, { params: { id } })
    const again = await other.member.send(acceptReliance, { params: { id } })
    expect(again).toEqual({ performerId })
    expect(await other.member.send(listOffers)).toEqual([])
    expect(await shown(performerId)).toMatchObject({
      ...{
        name: '見本 花子',
        lastNameRoman: 'MIHON',
        date_of_birth: '1990-04-02',
        nationality: null,
        email: null,
      },
      ...{ status: 'draft', relied: true, kycStatus: 'pending', organisation: { id: other.id } },
    })
    const { origin } = await reliances(performerId)
    expect(origin).toMatchObject({
      ...{ id, state: 'live', organisation: '制作 太郎', check: 'chip', checkedOn: '2026-04-02' },
      ...{ idKind: 'passport', expiresOn: '2099-01-01', ended: null },
    })
    const documents = await app.sql('SELECT FROM document_version WHERE performer_id = $1', [performerId])
    expect(documents).toEqual([])
    expect((await reliances(made.performer, made.owner)).given).toMatchObject([{ id, accepted: true }])
    // Neither organisation reads the record of the other one.
    for (const [reader, record] of [
      [other.member, made.performer],
      [made.owner, performerId],
    ] as const)
      expect(refusalOf(await reader.get(`/api/performers/${record}/reliances`))).toEqual([
        404,
        'PERFORMER_NOT_FOUND',
      ])
    const used = (await allEntries(made.owner)).filter(({ details }) => details.change === 'reliance_used')
    expect(used).toMatchObject([{ ipAddress: null, user: null }])
  })

  test('is registered by an editor of the organisation only', async () => {
    const id = await permitted()
    const viewer = await app.signedIn('user', '閲覧 三郎')
    await insertMember(app.sql, other.id, viewer.accountId, 'viewer')
    const accept = (by: TestAccount) => by.put(`/api/reliance-offers/${id}/performer`)
    expect(refusalOf(await accept(viewer))).toEqual([403, 'ORGANISATION_ROLE'])
    expect(refusalOf(await accept(made.owner))).toEqual([404, 'RELIANCE_NOT_FOUND'])
    expect(refusalOf(await accept(admin))).toEqual([403, 'ORGANISATION_ROLE'])
  })

  test('keeps the facts that were checked, whoever edits it, until the reliance has ended', async () => {
    const { id, performerId } = await accepted()
    const edit = (by: TestAccount) =>
      by.patch(`/api/performers/${performerId}`, { lastName: '別人', reason: '訂正' })
    for (const by of [other.member, admin]) expect(refusalOf(await edit(by))).toEqual([409, 'RELIED_FACTS'])
    expect((await other.member.patch(`/api/performers/${performerId}`, { nationality: '日本' })).status).toBe(
      200,
    )
    expect((await other.member.delete(`/api/performers/${performerId}/reliances/${id}`)).status).toBe(200)
    expect((await edit(other.member)).status).toBe(200)
  })
})

describe('while it counts', () => {
  const title = {} as { video: Video; performerId: string; id: string }
  const videos = videoCalls(() => ({ app, owner: other.member, admin }))
  const titles = titleCalls(() => ({ app, owner: other.member, video: title.video }))

  beforeEach(async () => {
    Object.assign(title, await accepted())
    title.video = await videos.make('別の組織の動画')
    await videos.add(title.video, [title.performerId])
    await titles.complete()
  })

  const missing = async () => (await titles.readiness()).answers[0]?.blockers.map(({ rule }) => rule)
  const stored = async () => {
    const [row] = await app.sql<{ state: string; on: string }>(
      'SELECT state, changes_on::text AS on FROM video_gate WHERE video_id = $1',
      [title.video.id],
    )
    return row
  }

  test('the gate finds the identity, until the day on which the ID expires', async () => {
    expect(await missing()).toEqual([])
    await app.sql("UPDATE document_version SET expires_on = '2026-12-31' WHERE id = $1", [front])
    await app.sql("UPDATE identity_reliance SET expires_on = '2026-12-31' WHERE id = $1", [title.id])
    const { answers } = await titles.readiness()
    expect(answers[0]).toMatchObject({ blockers: [], changesOn: '2027-01-01' })
    expect((await titles.readiness('2027-01-01')).answers[0]?.blockers).toMatchObject([{ rule: 'identity' }])
  })

  test('a shared title says when and how the first organisation has checked it', async () => {
    const third = await distributor(app, '第三配信')
    const { records } = await sharedVideo(third.member, await share(other.member, title.video.id, third.id))
    const facts = records.performers[0]?.facts.filter(({ fact }) => ['identity', 'adult'].includes(fact))
    expect(facts).toMatchObject([
      { fact: 'adult', state: 'yes', verifiedOn: '2026-04-02', check: 'chip' },
      { fact: 'identity', state: 'yes', verifiedOn: '2026-04-02', check: 'chip' },
    ])
    expect(JSON.stringify(records)).not.toContain('制作')
  })

  test('a pack says whose check it is, and that no copy of the ID is here', async () => {
    const pack = {
      ...{
        id: title.id,
        owner_id: other.id,
        shape: 'person',
        performerIds: [title.performerId],
        videoIds: [],
      },
      ...{ created_at: new Date(), unmasked: false },
    } as unknown as Parameters<typeof readPackContent>[1]
    const { persons } = await readPackContent(app.services.db, pack)
    expect(persons).toMatchObject([
      {
        documents: [],
        reliance: {
          organisation: '制作 太郎',
          checked_on: '2026-04-02',
          check: 'chip',
          expires_on: '2099-01-01',
        },
      },
    ])
  })

  test('the archives of both records say to whom it was permitted', async () => {
    for (const id of [made.performer, title.performerId])
      expect((await findSubjectTraces(app.services.db, id)).reliances).toMatchObject([
        {
          checkedBy: '制作 太郎',
          usedBy: '例題配信',
          identityCheck: '公式アプリでICを読み取り',
          endedAt: null,
        },
      ])
  })

  const doc = (columns: string) => app.sql(`UPDATE document_version SET ${columns} WHERE id = $1`, [front])
  const receiver = (columns: string) =>
    app.sql(`UPDATE performer SET ${columns} WHERE id = $1`, [title.performerId])

  test.each([
    [
      'a document of the first record waits for its review',
      () => set("status = 'pending'"),
      () => set("status = 'approved'"),
    ],
    [
      'the first organisation is disabled',
      () =>
        app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = 'office' WHERE id = $1", [
          made.owner.accountId,
        ]),
      () =>
        app.sql('UPDATE organisation SET disabled_at = NULL, disabled_reason = NULL WHERE id = $1', [
          made.owner.accountId,
        ]),
    ],
  ])('it is suspended while %s', async (_, suspend, resume) => {
    await missing()
    await suspend()
    expect((await stored())?.state).toBe('unknown')
    expect(await missing()).toEqual(['identity'])
    await endOver(app.services)
    expect((await reliances(title.performerId)).origin).toMatchObject({ state: 'suspended', ended: null })
    expect(await shown(title.performerId)).toMatchObject({ relied: false })
    await resume()
    expect(await missing()).toEqual([])
    expect(await shown(title.performerId)).toMatchObject({ relied: true })
  })

  test.each([
    ['the first record is rejected', 'changed', () => set("status = 'rejected'")],
    ['the front of the ID is decided again', 'changed', () => doc("decided_at = '2026-09-16'")],
    [
      'the approval of the front is withdrawn',
      'changed',
      () => doc("status = 'pending', decided_at = NULL, decided_by = NULL"),
    ],
    ['a new front replaces the old one', 'changed', () => doc('is_current = false')],
    ['the first record is deleted', 'changed', () => set(sealing)],
    [
      'the first record moves to another organisation',
      'changed',
      () => set(`owner_id = '${admin.accountId}'`),
    ],
    [
      'the second record moves to another organisation',
      'changed',
      () => receiver(`owner_id = '${admin.accountId}'`),
    ],
    ['the own documents are rejected', 'changed', () => receiver("status = 'rejected'")],
    [
      'the ID has expired',
      'expired',
      async () => {
        await app.sql("UPDATE identity_reliance SET expires_on = '2026-01-31' WHERE id = $1", [title.id])
        await doc("expires_on = '2026-01-31'")
      },
    ],
  ])('it ends when %s, at once and for good', async (_, by, change) => {
    await missing()
    if (change.toString().includes('owner_id'))
      await app.sql('DELETE FROM video_performer WHERE performer_id = ANY($1)', [
        [made.performer, title.performerId],
      ])
    await change()
    const [row] = await app.sql<{ over: string }>('SELECT over FROM identity_reliance_now WHERE id = $1', [
      title.id,
    ])
    expect(row?.over).toBe(by)
    expect((await stored())?.state).not.toBe('complete')
    await endOver(app.services)
    await endOver(app.services)
    const records = [made.performer, title.performerId]
    const ends = (await allEntries(admin)).filter(
      ({ details, resourceId }) =>
        details.change === `reliance_ended_${by}` && records.includes(resourceId ?? ''),
    )
    expect(ends.map(({ resourceId }) => resourceId).toSorted()).toEqual(records.toSorted())
    const [ended] = await app.sql<{ ended_by: string }>(
      'SELECT ended_by FROM identity_reliance WHERE id = $1',
      [title.id],
    )
    expect(ended?.ended_by).toBe(by)
  })

  test('the end is mailed to the organisation that relied on it, and its page has the reason', async () => {
    await set("status = 'rejected'")
    await endOver(app.services)
    expect(await missing()).toEqual(['identity'])
    expect((await reliances(title.performerId)).origin).toMatchObject({
      state: 'ended',
      ended: { by: 'changed' },
    })
    const mail = (await app.mails()).findLast(({ to }) => to === other.member.email)
    expect(mail?.subject).toContain('確認結果の利用が終了しました')
    expect(mail?.text).toContain('確認した記録が変わりました')
    expect(mail?.text).not.toContain('見本 花子')
  })

  test('own documents that are approved end it, and the identity stays', async () => {
    await receiver("status = 'approved'")
    expect(await missing()).toEqual([])
    await endOver(app.services)
    expect((await reliances(title.performerId)).origin).toMatchObject({ ended: { by: 'documents' } })
  })

  test('the performer, the first and the second organisation end it at once, and a repeat changes nothing', async () => {
    const { id, performerId } = title
    const own = `${path()}/${id}`
    expect((await on.client.delete(own)).status).toBe(200)
    expect(((await on.client.delete(own)).json as PageSession).reliances).toMatchObject([
      { id, state: 'ended', ended: { by: 'performer' } },
    ])
    expect(await missing()).toEqual(['identity'])
    expect((await other.member.delete(`/api/performers/${performerId}/reliances/${id}`)).status).toBe(200)
    expect((await reliances(performerId)).origin?.ended?.by).toBe('performer')
    const entry = (await allEntries(other.member)).find(
      ({ details }) => details.change === 'reliance_ended_performer',
    )
    expect(entry).toMatchObject({ ipAddress: null, user: { name: '出演者本人（リンク）' } })
  })

  test('what the first organisation has ended is not permitted again to the same organisation', async () => {
    const end = await made.owner.delete(`/api/performers/${made.performer}/reliances/${title.id}`)
    expect(end.json).toMatchObject({ given: [{ state: 'ended', ended: { by: 'origin' } }] })
    expect(await missing()).toEqual(['identity'])
    expect(refusalOf(await ask())).toEqual([409, 'RELIANCE_REFUSED'])
    const unknown = await made.owner.delete(`/api/performers/${made.performer}/reliances/${made.performer}`)
    expect(refusalOf(unknown)).toEqual([404, 'RELIANCE_NOT_FOUND'])
  })

  test('an open page of the second organisation hears of a change of the first record', async () => {
    const socket = await listen(other.member)
    await made.owner.patch(`/api/performers/${made.performer}`, { nationality: '日本' })
    await expect
      .poll(() => changesIn(socket.heard), { timeout: 10_000 })
      .toContain(`performer ${title.performerId}`)
    expect(socket.heard.join()).not.toContain(made.performer)
    socket.socket.terminate()
  })

  test('many records are read by an index', async () => {
    const rows = await app.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT FROM identity_reliance_now WHERE performer_id = '${title.performerId}' AND over IS NULL AND in_use`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('identity_reliance_performer')
  })
})
