import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { factsOf } from '@kyc/contract/audit-words.ts'
import { disableOrganisation } from '@kyc/contract/organisation-members.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { companyWith } from '../../../testing/app/organisations.ts'
import { boundPage } from '../../../testing/app/page-links.ts'
import { queuedMails } from '../../../testing/app/queued-mails.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'
import type { UsableLink } from '../../performer-links/link-repository.ts'
import { answerFootage } from './answer-footage.ts'
import { withdrawAppearance } from './withdraw-appearance.ts'

const clock = new TestClock('2025-11-01T00:00:00Z')
const { app, admin } = useStage({ admin: ['admin', '管理 五郎'] }, { overrides: { clock } })
let owner: TestAccount
let video: Video
let performer: string
let link: UsableLink

const { make, add, entriesOf } = videoCalls(() => ({ app, owner, admin }))
const { approved, appear, complete, publish, readiness } = titleCalls(() => ({ app, owner, video }))

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  ;({ video, performer, link } = await stage())
})

/** A complete video with one performer, and the page of the performer. */
async function stage(sender = owner) {
  video = await make()
  performer = await approved()
  await add(video, [performer])
  await complete()
  return { video, performer, link: await boundPage(app, performer, sender.accountId) }
}

const withdraw = (by = link, videoId = video.id) =>
  withdrawAppearance(app.services, { link: by, videoId, ip: '203.0.113.7' })
const answer = (given: 'seen' | 'declined', by = link, videoId = video.id) =>
  answerFootage(app.services, { link: by, videoId, answer: given, ip: null })
const facts = async () => {
  const { appearances } = await owner.send(getVideoFacts, { params: { id: video.id } })
  return appearances[0]
}
const acts = async (change: string): Promise<AuditEntry[]> =>
  (await entriesOf(video, owner)).filter(({ details }) => details.change === change)

describe('a withdrawal', () => {
  test('ends the contract on this day and closes the gate, with an entry of the performer', async () => {
    expect((await readiness()).answers[0]?.blockers).toEqual([])
    await withdraw()
    expect(await facts()).toMatchObject({ ended: { kind: 'cancelled', on: '2025-11-01' } })
    const [gate] = await app.sql<{ state: string }>('SELECT state FROM video_gate WHERE video_id = $1', [
      video.id,
    ])
    expect(gate).toEqual({ state: 'missing' })
    expect(refusalOf(await publish('2025-11-01'))[0]).toBe(409)
    const [entry, ...others] = await acts('appearance_cancelled')
    expect(others).toEqual([])
    expect(entry).toMatchObject({ user: { name: '出演者本人（リンク）' }, performerId: performer })
    expect(factsOf(entry?.details ?? {}).map(({ value }) => value)).toContain('出演者による任意解除')
  })

  test('is mailed to every member of the organisation and to the office, without a name or a title', async () => {
    const company = await companyWith(app)
    owner = company.representative
    ;({ video, performer, link } = await stage())
    await app.sql("UPDATE account SET record_mails = 'off' WHERE id = $1", [company.viewer.accountId])
    const before = (await queuedMails(app.services, app.sql)).length
    await withdraw()
    const mails = (await queuedMails(app.services, app.sql)).slice(before)
    const members = [company.representative, company.staff, company.viewer]
    expect(mails.map(({ to }) => to)).toEqual(
      expect.arrayContaining([...members, admin].map(({ email }) => email)),
    )
    for (const { subject, text } of mails) {
      expect(subject).toContain('公開停止の申し出を受け付けました')
      expect(text).toContain('出演者ご本人が、専用ページで作品の契約を解除しました')
      for (const hidden of [video.title, '見本 花子']) expect(text).not.toContain(hidden)
      expect(text).toContain('/takedowns/')
    }
  })

  test('that is repeated, also at once, changes nothing and sends no other mail', async () => {
    await Promise.all([withdraw(), withdraw(), withdraw()])
    const mails = await queuedMails(app.services, app.sql)
    clock.moveTo('2025-11-02T00:00:00Z')
    await withdraw()
    clock.moveTo('2025-11-01T00:00:00Z')
    expect(await facts()).toMatchObject({ ended: { on: '2025-11-01' } })
    expect(await acts('appearance_cancelled')).toHaveLength(1)
    expect(await queuedMails(app.services, app.sql)).toHaveLength(mails.length)
  })

  test('keeps an end of the contract that was recorded before', async () => {
    await appear({ ended: { kind: 'stopped', on: '2025-10-15' } })
    await withdraw()
    expect(await facts()).toMatchObject({ ended: { kind: 'stopped', on: '2025-10-15' } })
  })

  test('takes effect although an end on a later day is recorded', async () => {
    await appear({ ended: { kind: 'stopped', on: '2030-01-01' } })
    expect((await publish('2025-11-01')).status).toBe(200)
    await withdraw()
    expect(await facts()).toMatchObject({ ended: { kind: 'cancelled', on: '2025-11-01' } })
    expect((await readiness()).answers[0]?.blockers.map(({ rule }) => rule)).toEqual(['withdrawal', 'ended'])
    expect(await app.sql('SELECT kind FROM takedown WHERE video_id = $1', [video.id])).toEqual([
      { kind: 'cancellation' },
    ])
  })

  test('is taken back by an admin only', async () => {
    await withdraw()
    expect(refusalOf(await appear({ ended: null }))).toEqual([409, 'APPEARANCE_ENDED'])
  })

  test('works while the organisation is disabled and after its sender was removed', async () => {
    const company = await companyWith(app)
    owner = company.representative
    ;({ video, performer, link } = await stage(company.staff))
    await company.representative.delete(`/api/organisations/${company.id}/members/${company.staff.accountId}`)
    await admin.send(disableOrganisation, { params: { id: company.id }, body: { reason: '確認中' } })
    await withdraw()
    const [row] = await app.sql<{ ended: unknown }>(
      "SELECT facts->'ended' AS ended FROM video_performer WHERE video_id = $1",
      [video.id],
    )
    expect(row?.ended).toEqual({ kind: 'cancelled', on: '2025-11-01' })
  })

  test('at once with a publication leaves none recorded after it', { tags: 'long' }, async () => {
    for (let round = 0; round < 6; round++) {
      ;({ video, performer, link } = await stage())
      const order = [() => withdraw(), () => publish('2025-11-01')]
      await Promise.all((round % 2 === 0 ? order : order.toReversed()).map((act) => act()))
      const entries: AuditEntry[] = await admin.send(listAuditLogs, { query: { resourceId: video.id } })
      const published = entries.findIndex(({ details }) => 'channel' in ((details.after as object) ?? {}))
      const withdrawn = entries.findIndex(({ details }) => details.change === 'appearance_cancelled')
      // The log is newest first.
      if (published >= 0) expect(published).toBeGreaterThan(withdrawn)
      expect(refusalOf(await publish('2025-11-01', owner, '別のストア'))[0]).toBe(409)
    }
  })

  test('and changes of the appearance, the cast and the record at once end without a deadlock', {
    tags: 'long',
  }, async () => {
    for (let round = 0; round < 4; round++) {
      ;({ video, performer, link } = await stage())
      const replies = await Promise.allSettled([
        withdraw(),
        appear({ footage: null }),
        answer('seen'),
        add(video, [await approved()]),
        owner.patch(`/api/performers/${performer}`, { nationality: '日本' }),
        publish('2025-11-01'),
      ])
      for (const reply of replies) {
        if (reply.status === 'rejected') expect(reply.reason).toMatchObject({ code: 'APPEARANCE_STATE' })
        else if ('status' in reply.value) expect(reply.value.status).toBeLessThan(500)
      }
      expect(await acts('appearance_cancelled')).toHaveLength(1)
    }
  })
})

describe('the answer about the footage', () => {
  const offer = () => appear({ footage: { ...completeAppearance().footage, answer: null } })

  test('is proven by the act of the performer, and is given once', async () => {
    await offer()
    await answer('declined')
    await answer('declined')
    await expect(answer('seen')).rejects.toMatchObject({ code: 'APPEARANCE_STATE' })
    expect(await facts()).toMatchObject({
      footage: { answer: 'declined', proof: 'performer', until: '2025-07-31' },
      contract: { proof: 'stated' },
    })
    const [entry, ...others] = await acts('footage_answered')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      user: { name: '出演者本人（リンク）' },
      details: { after: { footage: { answer: 'declined' } } },
    })
  })

  test('replaces what an account has stated', async () => {
    await answer('declined')
    expect(await facts()).toMatchObject({ footage: { answer: 'declined', proof: 'performer' } })
  })

  test('is refused if no chance to see the footage is recorded', async () => {
    await appear({ footage: null })
    await expect(answer('seen')).rejects.toMatchObject({ code: 'APPEARANCE_STATE' })
  })

  test('changes neither the approval of the contract nor the account that entered the facts', async () => {
    const read = () =>
      app.sql(
        `SELECT a.status, vp.facts_by FROM paper a JOIN video_performer vp USING (video_id, performer_id)
         WHERE a.video_id = $1 AND a.type = 'contract'`,
        [video.id],
      )
    const before = await read()
    await answer('seen')
    expect(await read()).toEqual(before)
    expect(before).toEqual([{ status: 'verified', facts_by: owner.accountId }])
  })
})

describe.each<[string, (by: UsableLink, videoId: string) => Promise<unknown>]>([
  ['a withdrawal', withdraw],
  ['an answer', (by, videoId) => answer('seen', by, videoId)],
])('%s', (_, act) => {
  test('about a title of another performer, or an unknown one, is refused and changes nothing', async () => {
    const { video: strange } = { video }
    const before = await entriesOf(strange)
    const { link: other } = await stage()
    for (const id of [strange.id, performer, 'unknown'])
      await expect(act(other, id)).rejects.toMatchObject({ code: 'VIDEO_NOT_FOUND' })
    expect(await entriesOf(strange)).toEqual(before)
  })

  test('through a link that was replaced, or that another browser has taken, is refused', async () => {
    await app.sql('UPDATE performer_link SET browser_key = sha256($2) WHERE id = $1', [
      link.id,
      Buffer.from('x'),
    ])
    await expect(act(link, video.id)).rejects.toMatchObject({ code: 'PERFORMER_LINK_ENDED' })
    await app.sql('UPDATE performer_link SET browser_key = $2, revoked_at = now() WHERE id = $1', [
      link.id,
      link.browser_key,
    ])
    await expect(act(link, video.id)).rejects.toMatchObject({ code: 'PERFORMER_LINK_ENDED' })
    expect(await facts()).toMatchObject({ ended: null, footage: { proof: 'stated' } })
  })
})
