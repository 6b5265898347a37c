import { randomBytes } from 'node:crypto'
import { day, minute } from '@kyc/contract/durations.ts'
import * as page from '@kyc/contract/performer-page.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { type SigningObstacle, signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { begin, type OnPage, signingStage } from '../../testing/app/signing-stage.ts'
import { refusalOf } from '../../testing/app/test-client.ts'

const stage = signingStage()
const { app, admin, auditor, clock, made } = stage

const state = [409, 'SIGNING_STATE']
const ended = [404, 'PERFORMER_LINK_ENDED']

/** Tries to sign with a code that was mailed before. */
const tryToSign = async (on: OnPage, code: string, by = on.client) =>
  refusalOf(
    await by.post(`/api/performer-page/${on.id}/signings/${on.signing}/signature`, {
      code,
      contractSha256: await stage.shaOf(on),
    }),
  )

const isSigned = async ({ signing }: OnPage) =>
  (await app.sql('SELECT FROM signing WHERE id = $1 AND signed_at IS NOT NULL', [signing])).length > 0

const closeCase = () =>
  app.sql("UPDATE performer SET case_closed = 'final', closed_at = now(), closed_by = $2 WHERE id = $1", [
    made.performer,
    admin.accountId,
  ])
const reopenCase = () =>
  app.sql('UPDATE performer SET case_closed = NULL, closed_at = NULL, closed_by = NULL WHERE id = $1', [
    made.performer,
  ])

/** Disables the organisation for a reason, or enables it. */
const disable = (reason: string | null) =>
  app.sql(
    `UPDATE organisation SET disabled_reason = $2, disabled_at = CASE WHEN $2::text IS NOT NULL THEN now() END
    WHERE id = (SELECT owner_id FROM video WHERE id = $1)`,
    [made.video.id, reason],
  )

describe('a signature', () => {
  test('of another browser is refused, also with the id of the page and a code', async () => {
    const on = await stage.ready()
    const code = await stage.codeOf(on)
    const thief = await anonymousBrowser(app)
    expect(await tryToSign(on, code, thief)).toEqual(ended)
    thief.cookies.set('__Host-plink', randomBytes(32).toString('base64url'))
    expect(await tryToSign(on, code, thief)).toEqual(ended)
    expect(await isSigned(on)).toBe(false)
  })

  test('of an account that sees the record is refused, also with the cookie of the performer', async () => {
    const on = await stage.ready()
    const code = await stage.codeOf(on)
    for (const account of [made.owner, admin]) {
      const both = account.copy()
      both.cookies.set('__Host-plink', on.client.cookies.get('__Host-plink') ?? '')
      expect(await tryToSign(on, code, both)).toEqual([403, 'FORBIDDEN'])
    }
    expect(await isSigned(on)).toBe(false)
  })

  test('with an old, former or wrong code is refused, and after ten wrong ones every code is', async () => {
    const on = await stage.ready()
    const wrong = [400, 'SECOND_FACTOR_INVALID']
    const former = await stage.codeOf(on)
    const code = await stage.codeOf(on)
    if (former !== code) expect(await tryToSign(on, former)).toEqual(wrong)
    clock.moveTo(new Date(clock.now().getTime() + signingLimits.codeMinutes * minute))
    expect(await tryToSign(on, code)).toEqual(wrong)
    const replies = await Promise.all(Array.from({ length: 12 }, () => tryToSign(on, 'x')))
    expect(replies.filter(([status]) => status === 400).length).toBeLessThanOrEqual(8)
    expect(await tryToSign(on, await stage.codeOf(on))).toEqual([429, 'RATE_LIMITED'])
    expect(await isSigned(on)).toBe(false)
  })

  test('after more codes than a day allows is not possible', async () => {
    const on = await stage.ready()
    for (let sent = 0; sent < signingLimits.codesPerDay; sent++) await stage.codeOf(on)
    expect(await stage.refusal(stage.step(on, 'code'))).toEqual([429, 'RATE_LIMITED'])
  })

  test('after the revocation, the refusal or the signature is refused', async () => {
    const revoked = await stage.ready()
    const code = await stage.codeOf(revoked)
    expect((await made.owner.delete(`/api/signings/${revoked.signing}`)).status).toBe(204)
    expect((await made.owner.delete(`/api/signings/${revoked.signing}`)).status).toBe(204)
    expect(await tryToSign(revoked, code)).toEqual([404, 'SIGNING_NOT_FOUND'])
    clock.moveTo(begin)
    const refused = await stage.ready()
    const second = await stage.codeOf(refused)
    await stage.done(stage.step(refused, 'refusal'))
    await stage.done(stage.step(refused, 'refusal'))
    expect(await tryToSign(refused, second)).toEqual(state)
    clock.moveTo(begin)
    const signed = await stage.signed()
    expect(await tryToSign(signed, second)).toEqual(state)
    expect(await stage.refusal(stage.step(signed, 'refusal'))).toEqual(state)
    expect(await stage.refusal(made.owner.delete(`/api/signings/${signed.signing}`))).toEqual(state)
  })

  test('of another contract than the one that was read is refused', async () => {
    const on = await stage.ready()
    const reply = stage.sign(on, { contractSha256: 'f'.repeat(64) })
    expect(await stage.refusal(reply)).toEqual([409, 'CONFLICT'])
    expect(await isSigned(on)).toBe(false)
  })

  test('after the time to sign is refused, and another offer is possible', async () => {
    const on = await stage.ready()
    const code = await stage.codeOf(on)
    clock.moveTo(new Date(begin.getTime() + signingLimits.signDays * day))
    expect(await tryToSign(on, code)).toEqual(state)
    expect((await stage.show(on.signing)).state).toBe('expired')
    await stage.send()
  })

  /** What each obstacle is, in the database or by an act. */
  const obstacles: Readonly<
    Record<Exclude<SigningObstacle, 'sheet' | 'read' | 'waiting'>, () => Promise<unknown>>
  > = {
    talk: async () => undefined,
    question: async () => undefined,
    identity: () =>
      app.sql("UPDATE performer SET status = 'rejected', pending_since = NULL WHERE id = $1", [
        made.performer,
      ]),
    dateOfBirth: () => app.sql('UPDATE performer SET date_of_birth = NULL WHERE id = $1', [made.performer]),
    underAge: () =>
      app.sql("UPDATE performer SET date_of_birth = '2010-01-01' WHERE id = $1", [made.performer]),
  }

  test.each(['identity', 'dateOfBirth', 'underAge'] as const)(
    'is stopped by %s, which is named',
    async (name) => {
      const on = await stage.ready()
      const code = await stage.codeOf(on)
      await obstacles[name]()
      expect((await stage.session(on)).signings).toMatchObject([{ obstacles: [name] }])
      expect((await stage.show(on.signing)).obstacles).toEqual([name])
      expect(await stage.refusal(stage.step(on, 'code'))).toEqual([409, 'SIGNING_NOT_YET'])
      expect(await tryToSign(on, code)).toEqual([409, 'SIGNING_NOT_YET'])
      expect(await isSigned(on)).toBe(false)
    },
  )

  test('is stopped by a question until it is answered', async () => {
    const on = await stage.ready()
    const code = await stage.codeOf(on)
    const {
      signings: [asked],
    } = await stage.done(stage.step(on, 'questions', { text: '報酬はいつ払われますか。' }))
    expect(asked).toMatchObject({ state: 'question', obstacles: ['question'] })
    expect(await tryToSign(on, code)).toEqual([409, 'SIGNING_NOT_YET'])
    const question = asked?.questions[0]?.id ?? ''
    const answer = (text: string) =>
      made.owner.post(`/api/signings/${on.signing}/answers`, { question, text })
    expect((await answer('翌月の末日です。')).status).toBe(200)
    expect((await answer('翌月の末日です。')).status).toBe(200)
    expect(refusalOf(await answer('別の回答です。'))).toEqual(state)
    expect((await stage.session(on)).signings).toMatchObject([
      { state: 'read', questions: [{ answer: { text: '翌月の末日です。', by: null } }] },
    ])
    expect((await stage.mails()).at(-1)?.text).not.toContain('翌月')
    await stage.done(stage.sign(on))
  })

  test('is stopped by each act that has not taken place, in its order', async () => {
    const on = await stage.open()
    const code = () => stage.refusal(stage.step(on, 'code'))
    expect(await code()).toEqual([409, 'SIGNING_NOT_YET'])
    expect(await stage.refusal(stage.step(on, 'sheet'))).toEqual(state)
    expect(await stage.refusal(stage.step(on, 'reading', { pages: [1] }))).toEqual(state)
    await stage.receiveSheet(on)
    await stage.fetchPaper(on, 'contract')
    expect(await stage.refusal(stage.step(on, 'reading', { pages: [] }))).toEqual([400, 'INVALID_INPUT'])
    await stage.read(on)
    expect((await stage.session(on)).signings).toMatchObject([{ obstacles: ['talk', 'waiting'] }])
    await stage.talk(on.signing)
    clock.moveTo(new Date(begin.getTime() + day - 1))
    expect(await code()).toEqual([409, 'SIGNING_NOT_YET'])
    clock.moveTo(new Date(begin.getTime() + day))
    await stage.done(stage.sign(on))
  })

  test('of a closed case, an ended appearance or a disabled organisation is refused', async () => {
    const on = await stage.ready()
    const code = await stage.codeOf(on)
    await closeCase()
    expect(await tryToSign(on, code)).toEqual(state)
    await reopenCase()
    await disable('試験')
    expect(await stage.refusal(stage.step(on, 'code'))).toEqual(state)
    await disable(null)
    await stage.appear({ ended: { kind: 'cancelled', on: '2026-09-15' } })
    expect(await tryToSign(on, code)).toEqual(state)
    expect(await isSigned(on)).toBe(false)
  })

  test('of a deleted record is refused: its page shows nothing', async () => {
    const on = await stage.ready()
    const code = await stage.codeOf(on)
    const sha = await stage.shaOf(on)
    expect((await admin.delete(`/api/performers/${made.performer}`)).status).toBe(204)
    const reply = await stage.step(on, 'signature', { code, contractSha256: sha })
    expect(refusalOf(reply)).toEqual(ended)
    expect(refusalOf(await on.client.get(`/api/performer-page?id=${on.id}`))).toEqual(ended)
  })
})

describe('an offer', () => {
  test('to a person under 18 is refused as a draft and when it is sent', async () => {
    const draft = await stage.draft()
    await app.sql("UPDATE performer SET date_of_birth = '2008-09-16' WHERE id = $1", [made.performer])
    const send = () => made.owner.post(`/api/signings/${draft.id}/send`, stage.offerOf(draft))
    expect(await stage.refusal(send())).toEqual([409, 'SIGNING_UNDER_AGE'])
    expect(await stage.refusal(made.owner.post(stage.draftPath(), stage.draftBody()))).toEqual([
      409,
      'SIGNING_UNDER_AGE',
    ])
    clock.moveTo('2026-09-16T00:00:00+09:00')
    expect((await send()).status).toBe(200)
  })

  test('is refused for a closed case, an ended appearance, a disabled organisation, or drafts that were not seen', async () => {
    const draft = await stage.draft()
    const send = (seen: Partial<Signing> = {}) =>
      stage.refusal(made.owner.post(`/api/signings/${draft.id}/send`, stage.offerOf({ ...draft, ...seen })))
    expect(await send({ contractSha256: '0'.repeat(64) })).toEqual([409, 'CONFLICT'])
    expect(await send({ sheetSha256: draft.contractSha256 })).toEqual([409, 'CONFLICT'])
    await closeCase()
    expect(await send()).toEqual([409, 'CASE_CLOSED'])
    await reopenCase()
    await stage.appear({ ended: { kind: 'stopped', on: '2026-09-15' } })
    expect(await send()).toEqual([409, 'APPEARANCE_ENDED'])
    expect(await stage.mails()).toEqual([])
  })

  test('is under way at most once', async () => {
    await stage.send()
    expect(await stage.refusal(made.owner.post(stage.draftPath(), stage.draftBody()))).toEqual([
      409,
      'SIGNING_OPEN',
    ])
  })

  test('is invisible to members of other organisations, and read-only for viewers and auditors', async () => {
    const on = await stage.open()
    const path = `/api/signings/${on.signing}`
    const stranger = await app.signedIn('user')
    for (const reply of [
      await stranger.get(path),
      await stranger.get(`${path}/papers/contract`),
      await stranger.delete(path),
      await stranger.post(`${path}/reminders`),
    ])
      expect(refusalOf(reply)).toEqual([404, 'SIGNING_NOT_FOUND'])
    expect((await auditor.get(path)).status).toBe(200)
    expect(refusalOf(await auditor.get(`${path}/papers/contract`))).toEqual([403, 'OPENING_REASON_REQUIRED'])
    expect((await auditor.delete(path)).status).toBe(403)
    const viewer = await app.signedIn('user')
    await insertMember(app.sql, made.owner.accountId, viewer.accountId, 'viewer')
    expect((await viewer.get(path)).status).toBe(200)
    expect((await viewer.get(`${path}/papers/contract`)).status).toBe(200)
    expect(refusalOf(await viewer.delete(path))).toEqual([403, 'ORGANISATION_ROLE'])
    expect((await stage.talk(on.signing, viewer)).status).toBe(403)
  })

  test('is reminded of once a day, with a link that ends the former one', async () => {
    const on = await stage.open()
    const remind = () => made.owner.post(`/api/signings/${on.signing}/reminders`)
    expect((await remind()).status).toBe(200)
    expect(refusalOf(await remind())).toEqual([429, 'RATE_LIMITED'])
    expect(refusalOf(await on.client.get(`/api/performer-page?id=${on.id}`))).toEqual(ended)
    const { signings: listed } = await on.client.send(page.openPerformerPage, {
      body: { token: await stage.newestToken() },
    })
    expect(listed).toMatchObject([{ id: on.signing, state: 'opened' }])
    clock.moveTo(new Date(begin.getTime() + day))
    expect((await remind()).status).toBe(200)
  })
})
