import type { PageSession } from '@kyc/contract/page-session.ts'
import { acceptReliance, listOffers } from '@kyc/contract/reliances.ts'
import { describe, expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { relianceStage } from '../../testing/app/reliance-stage.ts'
import type { TestAccount } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const stage = relianceStage()
const { app, admin, made, other, now, path } = stage
const { ask, asked, permit, permitted, accepted, reliances, page, shown, set, setFront } = stage

describe('the permission of a performer for another organisation (D126)', () => {
  test('needs a mailed code, after the page has shown what that organisation will read', async () => {
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
    const wrong = await now.on.client.post(`${path()}/${reply.id}/permission`, { code: 'wrong!' })
    expect(refusalOf(wrong)).toEqual([400, 'SECOND_FACTOR_INVALID'])
    const { json } = await permit(reply.id)
    expect((json as PageSession).reliances).toMatchObject([
      { id: reply.id, recipient: '例題配信', state: 'live', ended: null },
    ])
    // The code ends with its use.
    expect(refusalOf(await permit(reply.id))).toEqual([409, 'RELIANCE_STATE'])
  })

  test('has ten attempts a day, with the same refusal for every id that cannot be used', async () => {
    await app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = 'office' WHERE id = $1", [
      other.id,
    ])
    const replies = []
    for (const id of ['x', made.performer, other.id, made.owner.accountId, now.on.id])
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
    ['the ID has expired', () => setFront("expires_on = '2026-09-14'")],
    [
      'the organisation of the record is disabled',
      () =>
        app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = 'office' WHERE id = $1", [
          made.owner.accountId,
        ]),
    ],
  ])('is refused while %s', async (_, change) => {
    const { id } = await asked()
    await change()
    expect((await page()).mayPermitReliance).toBe(false)
    expect(refusalOf(await ask())).toEqual([409, 'RELIANCE_STATE'])
    expect(refusalOf(await permit(id))).toEqual([409, 'RELIANCE_STATE'])
  })

  test('is refused if the approval is not the one that was shown', async () => {
    const { id } = await asked()
    await setFront("decided_at = '2026-05-01'")
    expect(refusalOf(await permit(id))).toEqual([409, 'RELIANCE_STATE'])
  })

  test('has entries and mails for both organisations, and no address or id of the performer in the log of the other', async () => {
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

  test('keeps the facts that were checked, also from admins, until the reliance has ended', async () => {
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
