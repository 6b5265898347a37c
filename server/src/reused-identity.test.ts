import type { PageSession } from '@kyc/contract/page-session.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { readPackContent } from './features/packs/pack-content.ts'
import { endOver } from './features/reliances/end-reliance.ts'
import { findSubjectTraces } from './features/subjects/subject-record.ts'
import { allEntries } from './testing/app/audit-export.ts'
import { changesIn, listen } from './testing/app/live-socket.ts'
import { sealing } from './testing/app/performer-rows.ts'
import { relianceStage } from './testing/app/reliance-stage.ts'
import { distributor, share, sharedVideo } from './testing/app/share-calls.ts'
import { refusalOf } from './testing/app/test-client.ts'
import { titleCalls } from './testing/app/title-calls.ts'
import { videoCalls } from './testing/app/video-calls.ts'

// How each feature uses an identity that another organisation has checked (D126).

const stage = relianceStage()
const { app, admin, made, other, now, path, ask, accepted, reliances, shown, set, setFront } = stage

describe('while the reliance is in force', () => {
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

  test('the gate accepts the identity until the day on which the ID expires', async () => {
    expect(await missing()).toEqual([])
    await setFront("expires_on = '2026-12-31'")
    await app.sql("UPDATE identity_reliance SET expires_on = '2026-12-31' WHERE id = $1", [title.id])
    const { answers } = await titles.readiness()
    expect(answers[0]).toMatchObject({ blockers: [], changesOn: '2027-01-01' })
    expect((await titles.readiness('2027-01-01')).answers[0]?.blockers).toMatchObject([{ rule: 'identity' }])
  })

  test('a shared title contains when and how the first organisation has checked the identity', async () => {
    const third = await distributor(app, '第三配信')
    const { records } = await sharedVideo(third.member, await share(other.member, title.video.id, third.id))
    const facts = records.performers[0]?.facts.filter(({ fact }) => ['identity', 'adult'].includes(fact))
    expect(facts).toMatchObject([
      { fact: 'adult', state: 'yes', verifiedOn: '2026-04-02', check: 'chip' },
      { fact: 'identity', state: 'yes', verifiedOn: '2026-04-02', check: 'chip' },
    ])
    expect(JSON.stringify(records)).not.toContain('制作')
  })

  test('a pack names the organisation that checked the identity, and contains no copy of the ID', async () => {
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

  test('the archives of both records name the organisation to which the reliance was permitted', async () => {
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
  ])('the reliance is suspended while %s', async (_, suspend, resume) => {
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
    ['the front of the ID is decided again', 'changed', () => setFront("decided_at = '2026-09-16'")],
    [
      'the approval of the front is withdrawn',
      'changed',
      () => setFront("status = 'pending', decided_at = NULL, decided_by = NULL"),
    ],
    ['a new front replaces the old one', 'changed', () => setFront('is_current = false')],
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
    ['the own documents of the second record are rejected', 'changed', () => receiver("status = 'rejected'")],
    [
      'the ID has expired',
      'expired',
      async () => {
        await app.sql("UPDATE identity_reliance SET expires_on = '2026-01-31' WHERE id = $1", [title.id])
        await setFront("expires_on = '2026-01-31'")
      },
    ],
  ])('the reliance ends when %s, at once and for good', async (_, by, change) => {
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

  test('the end of the reliance is mailed to the organisation that relied on it, and its page has the reason', async () => {
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

  test('own documents that are approved end the reliance, and the identity stays', async () => {
    await receiver("status = 'approved'")
    expect(await missing()).toEqual([])
    await endOver(app.services)
    expect((await reliances(title.performerId)).origin).toMatchObject({ ended: { by: 'documents' } })
  })

  test('the performer, the first and the second organisation can end the reliance at once, and a repeat changes nothing', async () => {
    const { id, performerId } = title
    const own = `${path()}/${id}`
    expect((await now.on.client.delete(own)).status).toBe(200)
    expect(((await now.on.client.delete(own)).json as PageSession).reliances).toMatchObject([
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

  test('a reliance that the first organisation has ended is not permitted again to the same organisation', async () => {
    const end = await made.owner.delete(`/api/performers/${made.performer}/reliances/${title.id}`)
    expect(end.json).toMatchObject({ given: [{ state: 'ended', ended: { by: 'origin' } }] })
    expect(await missing()).toEqual(['identity'])
    expect(refusalOf(await ask())).toEqual([409, 'RELIANCE_REFUSED'])
    const unknown = await made.owner.delete(`/api/performers/${made.performer}/reliances/${made.performer}`)
    expect(refusalOf(unknown)).toEqual([404, 'RELIANCE_NOT_FOUND'])
  })

  test('an open page of the second organisation is notified of a change of the first record', async () => {
    const socket = await listen(other.member)
    await made.owner.patch(`/api/performers/${made.performer}`, { nationality: '日本' })
    await expect
      .poll(() => changesIn(socket.heard), { timeout: 10_000 })
      .toContain(`performer ${title.performerId}`)
    expect(socket.heard.join()).not.toContain(made.performer)
    socket.socket.terminate()
  })
})
