import { updateOrganisation } from '@kyc/contract/organisation-members.ts'
import { listChannels, updateChannel } from '@kyc/contract/readiness.ts'
import { endShare, endSharedVideo, listSharedVideos, listVideoShares } from '@kyc/contract/shares.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { allEntries } from '../../testing/app/audit-export.ts'
import { changesIn, type LiveSocket, listen } from '../../testing/app/live-socket.ts'
import { foundCompany, insertMember } from '../../testing/app/organisations.ts'
import { distributor, share, sharedVideo } from '../../testing/app/share-calls.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const clock = new TestClock('2026-09-15T00:00:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
// Filled by the hook.
const stage = {} as {
  owner: TestAccount
  video: Video
  performer: string
  member: TestAccount
  recipient: string
}
const videos = videoCalls(() => ({ app, owner: stage.owner, admin }))
const titles = titleCalls(() => ({ app, ...stage }))

beforeEach(async () => {
  stage.owner = await app.signedIn('user', '登録 太郎')
  await foundCompany(app, stage.owner)
  stage.video = await videos.make('共有の見本')
  stage.performer = await titles.approved()
  await videos.add(stage.video, [stage.performer])
  const other = await distributor(app)
  stage.member = other.member
  stage.recipient = other.id
})

const shared = () => share(stage.owner, stage.video.id, stage.recipient)

describe('the facts that the recipient reads (D113)', () => {
  test('have their proof and what the records lack, and never a name, a birthday, a file or an id of a record', async () => {
    await titles.complete()
    await app.sql(
      `UPDATE performer SET last_name = '秘密', first_name = '本名', last_name_kana = 'ヒミツ', email = 'himitsu@example.com',
         other_names = '[{"kind": "stage", "name": "さくら", "from": null, "until": null},
           {"kind": "former", "name": "旧姓", "from": null, "until": null},
           {"kind": "stage", "name": "むかし", "from": null, "until": "2020-01-01"}]' WHERE id = $1`,
      [stage.performer],
    )
    const id = await shared()
    const found = await sharedVideo(stage.member, id)
    const [person] = found.records.performers
    expect(found).toMatchObject({
      title: '共有の見本',
      owner: '見本制作',
      recipient: { id: stage.recipient, name: '例題配信' },
      papers: [],
    })
    expect(found.records.blockers).toEqual([])
    expect(found.records.facts.map(({ fact, state, day }) => [fact, state, day])).toEqual([
      ['shootingEnd', 'yes', '2025-05-31'],
      ['fourMonths', 'yes', '2025-10-01'],
      ['contentReview', 'yes', '2025-09-01'],
    ])
    expect(person?.stageName).toBe('さくら')
    expect(person?.facts.map(({ fact, state, day, proof }) => [fact, state, day, proof])).toEqual([
      ['adult', 'yes', '2025-05-20', null],
      ['identity', 'yes', null, null],
      ['contract', 'yes', '2025-04-01', 'stated'],
      ['sheet', 'yes', '2025-03-25', 'stated'],
      ['copy', 'yes', '2025-04-02', 'stated'],
      ['oneMonth', 'yes', '2025-05-03', null],
      ['footage', 'yes', '2025-07-01', 'stated'],
      ['consent', 'yes', '2025-04-01', 'stated'],
    ])
    const text = JSON.stringify([found, await stage.member.send(listSharedVideos)])
    for (const secret of [
      '秘密',
      '本名',
      '旧姓',
      'むかし',
      'ヒミツ',
      'himitsu',
      '1990',
      'paper.pdf',
      '制作 花子',
      '管理 太郎',
    ])
      expect(text).not.toContain(secret)
    for (const secret of [stage.performer, stage.video.id, stage.owner.accountId])
      expect(text).not.toContain(secret)
  })

  test('say no where a rule is not kept, and unconfirmed while no reviewer has approved the identity', async () => {
    await titles.complete()
    await app.sql("UPDATE performer SET status = 'pending' WHERE id = $1", [stage.performer])
    await app.sql('DELETE FROM paper WHERE video_id = $1', [stage.video.id])
    const { records } = await sharedVideo(stage.member, await shared())
    const states = Object.fromEntries(
      records.performers[0]?.facts.map(({ fact, state, verifiedOn }) => [fact, [state, verifiedOn]]) ?? [],
    )
    expect(states).toMatchObject({
      adult: ['unconfirmed', null],
      identity: ['no', null],
      contract: ['no', null],
      sheet: ['no', null],
      copy: ['yes', null],
    })
    expect(records.blockers.map(({ rule, performer }) => [rule, performer])).toEqual([
      ['identity', 1],
      ['contractPaper', 1],
      ['sheet', 1],
    ])
  })

  test('say no about a record in which nothing was entered', async () => {
    const { records } = await sharedVideo(stage.member, await shared())
    const [person] = records.performers
    expect(records.facts.map(({ state }) => state)).toEqual(['no', 'no', 'no'])
    expect(person?.facts.map(({ fact, state }) => [fact, state])).toEqual([
      ['identity', 'yes'],
      ...['contract', 'sheet', 'copy', 'oneMonth', 'footage', 'consent'].map((fact) => [fact, 'no']),
    ])
  })

  test('follow the channel of the share, and name no other channel', async () => {
    await titles.complete()
    await titles.publish('2025-10-01', stage.owner, '別の公開先')
    await titles.publish('2025-10-01', stage.owner, '例題ストア')
    const channels = await stage.owner.send(listChannels, { params: { id: stage.video.id } })
    const channel = channels.find(({ name }) => name === '例題ストア')
    await stage.owner.send(updateChannel, {
      params: { id: stage.video.id, channelId: channel?.id ?? '' },
      body: { download: true, version: channel?.version ?? 0 },
    })
    const id = await share(stage.owner, stage.video.id, stage.recipient, channel?.id)
    const found = await sharedVideo(stage.member, id)
    expect(found.channel).toBe('例題ストア')
    expect(found.records.blockers.map(({ rule }) => rule)).toEqual(['consent'])
    expect(JSON.stringify(found)).not.toContain('別の公開先')
  })
})

describe('sharing', () => {
  test('needs a member who may edit, and an exact id of an approved company; every other id gets the same refusal', async () => {
    const viewer = await app.signedIn('user')
    await insertMember(app.sql, stage.owner.accountId, viewer.accountId, 'viewer')
    const path = `/api/videos/${stage.video.id}/shares`
    const put = (by: TestAccount, recipient: string) => by.put(path, { recipient })
    expect(refusalOf(await put(viewer, stage.recipient))).toEqual([403, 'ORGANISATION_ROLE'])
    expect(refusalOf(await put(stage.member, stage.recipient))).toEqual([404, 'VIDEO_NOT_FOUND'])
    const unapproved = await distributor(app)
    await app.sql('UPDATE organisation SET approved_at = NULL WHERE id = $1', [unapproved.id])
    const disabled = await distributor(app)
    await app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = '確認' WHERE id = $1", [
      disabled.id,
    ])
    const person = await app.signedIn('user')
    const wrong = [unapproved.id, disabled.id, person.accountId, stage.owner.accountId, '例題配信', 'x']
    const replies = []
    for (const recipient of wrong) {
      const { status, json } = await put(stage.owner, recipient)
      replies.push(JSON.stringify([status, { ...(json as object), requestId: '' }]))
    }
    expect(new Set(replies).size).toBe(1)
    expect(replies[0]).toContain('INVALID_INPUT')
    await app.sql('UPDATE organisation SET approved_at = NULL WHERE id = $1', [stage.owner.accountId])
    expect(refusalOf(await put(stage.owner, stage.recipient))).toEqual([403, 'ORGANISATION_UNAPPROVED'])
  })

  test('is done once however often it is asked, and each act is in the logs of both organisations', async () => {
    const id = await shared()
    const path = `/api/videos/${stage.video.id}/shares`
    const again = await stage.owner.put(path, { recipient: stage.recipient })
    expect(again.json).toMatchObject([{ id, recipient: '例題配信', live: true, channel: null }])
    await stage.owner.send(endShare, { params: { id: stage.video.id, shareId: id } })
    await stage.owner.send(endShare, { params: { id: stage.video.id, shareId: id } })
    const own = await allEntries(stage.owner, `?resourceId=${stage.video.id}`)
    const acts = own.filter(({ details }) => details.recipient !== undefined)
    expect(acts.map(({ action, user, details }) => [action, user?.name, details.recipient])).toEqual([
      ['update', '登録 太郎', '例題配信'],
      ['share', '登録 太郎', '例題配信'],
    ])
    const theirs = await allEntries(stage.member, `?resourceType=shared_video`)
    expect(
      theirs.map(({ action, user, details, resourceId }) => [action, user?.name, details.title, resourceId]),
    ).toEqual([
      ['delete', '見本制作', '共有の見本', id],
      ['create', '見本制作', '共有の見本', id],
    ])
  })
})

describe('the end of a share', () => {
  const refused = async (id: string) => refusalOf(await stage.member.get(`/api/shared-videos/${id}`))

  test('is sent to open pages, and applies to every later call', async () => {
    const id = await shared()
    const page = await listen(stage.member, app.url)
    await sharedVideo(stage.member, id)
    await stage.owner.send(endShare, { params: { id: stage.video.id, shareId: id } })
    expect(await refused(id)).toEqual([404, 'SHARE_NOT_FOUND'])
    expect(await stage.member.send(listSharedVideos)).toEqual([])
    await expect.poll(() => changesIn(page.heard), { timeout: 5000, interval: 10 }).toContain(`share ${id}`)
    page.socket.terminate()
  })

  test('is permitted to the recipient, except its viewers, and is in the logs of both organisations', async () => {
    const id = await shared()
    const viewer = await app.signedIn('user')
    await insertMember(app.sql, stage.recipient, viewer.accountId, 'viewer')
    const path = `/api/shared-videos/${id}`
    expect(refusalOf(await viewer.call('DELETE', path))).toEqual([403, 'ORGANISATION_ROLE'])
    expect(refusalOf(await stage.owner.call('DELETE', path))).toEqual([404, 'SHARE_NOT_FOUND'])
    await stage.member.send(endSharedVideo, { params: { id } })
    expect(await refused(id)).toEqual([404, 'SHARE_NOT_FOUND'])
    expect(await stage.owner.send(listVideoShares, { params: { id: stage.video.id } })).toEqual([])
    const [own] = await allEntries(stage.owner, `?resourceId=${stage.video.id}`)
    expect([own?.user?.name, own?.details.change, own?.details.recipient]).toEqual([
      '例題配信',
      'share_ended',
      '例題配信',
    ])
    const [theirs] = await allEntries(stage.member, '?resourceType=shared_video')
    expect([theirs?.action, theirs?.user?.name, theirs?.resourceId]).toEqual(['delete', '配信 花子', id])
  })

  test('follows from a new owner of the title, and is final', async () => {
    const moved = await videos.make('移る見本')
    const id = await share(stage.owner, moved.id, stage.recipient)
    const heir = await app.signedIn('user')
    const moveTo = ({ accountId }: TestAccount) =>
      app.sql('UPDATE video SET owner_id = $2 WHERE id = $1', [moved.id, accountId])
    await moveTo(heir)
    expect(await refused(id)).toEqual([404, 'SHARE_NOT_FOUND'])
    await moveTo(stage.owner)
    expect(await refused(id)).toEqual([404, 'SHARE_NOT_FOUND'])
  })

  test.each(['owner', 'recipient'])('is temporary while its %s is disabled or unapproved', async (side) => {
    const id = await shared()
    const organisation = side === 'owner' ? stage.owner.accountId : stage.recipient
    const set = (columns: string) =>
      app.sql(`UPDATE organisation SET ${columns} WHERE id = $1`, [organisation])
    await set('approved_at = NULL')
    expect(await refused(id)).toEqual([404, 'SHARE_NOT_FOUND'])
    expect(await stage.owner.send(listVideoShares, { params: { id: stage.video.id } })).toMatchObject([
      { live: false },
    ])
    await set("approved_at = '2020-01-01'")
    expect(await refused(id)).toEqual([200, undefined])
    await set("disabled_at = now(), disabled_reason = '確認中'")
    expect(await refused(id)).toEqual([404, 'SHARE_NOT_FOUND'])
  })
})

describe('live updates', () => {
  test('reach the members of the recipient after a change of the facts, with the id of the share only, and no former recipient', async () => {
    const id = await shared()
    const former = await distributor(app, '前の配信')
    const ended = await share(stage.owner, stage.video.id, former.id)
    await stage.owner.send(endShare, { params: { id: stage.video.id, shareId: ended } })
    const pages = [await listen(stage.member, app.url), await listen(former.member, app.url)] as const
    // Of the own organisations and of the end itself, if they have not arrived before.
    const earlier = [`organisation ${stage.recipient}`, `organisation ${former.id}`, `share ${ended}`]
    const heardBy = ({ heard }: LiveSocket) => changesIn(heard).filter((each) => !earlier.includes(each))
    const changes: (() => Promise<unknown>)[] = [
      () => titles.describeVideo(),
      () => stage.owner.patch(`/api/performers/${stage.performer}`, { nationality: '日本' }),
      () =>
        admin.post('/api/takedowns', {
          kind: 'police',
          videoId: stage.video.id,
          text: '停止',
        }),
      () =>
        stage.owner.send(updateOrganisation, {
          params: { id: stage.owner.accountId },
          body: { contact: '連絡先', version: 2 },
        }),
    ]
    for (const change of changes) {
      pages[0].heard.length = 0
      await change()
      await expect
        .poll(() => changesIn(pages[0].heard), { timeout: 5000, interval: 20 })
        .toContain(`sharedFacts ${id}`)
      // Also of shares that ended before, if they arrive late.
      expect(heardBy(pages[0]).filter((each) => !/^(share|sharedFacts) /.test(each))).toEqual([])
    }
    expect(heardBy(pages[1])).toEqual([])
    for (const { socket } of pages) socket.terminate()
  })
})
