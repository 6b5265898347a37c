import { randomBytes } from 'node:crypto'
import { day } from '@kyc/contract/durations.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { begin, codeIn, type OnPage, signingStage } from '../../../testing/app/signing-stage.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'

const stage = signingStage()
const { app, clock, made } = stage

const ended = [404, 'PERFORMER_LINK_ENDED']

describe('the page', () => {
  test('opens in another browser only with a code that is mailed to its address', async () => {
    const on = await stage.open()
    const other = await anonymousBrowser(app)
    const open = (code?: string) => other.post('/api/performer-page/session', { token: on.token, code })
    expect(refusalOf(await open())).toEqual([409, 'LINK_CODE_REQUIRED'])
    expect((await other.post('/api/performer-page/code', { token: on.token })).status).toBe(204)
    expect(refusalOf(await open('000000x'))).toEqual([400, 'SECOND_FACTOR_INVALID'])
    expect((await open(codeIn((await stage.mails()).at(-1)?.text))).status).toBe(200)
    expect(refusalOf(await on.client.get(`/api/performer-page?id=${on.id}`))).toEqual(ended)
  })

  test('is not opened by the token of a link to submit documents, nor the other way round', async () => {
    const on = await stage.open()
    const reply = await on.client.post('/api/performer-link/session', { token: on.token })
    expect(refusalOf(reply)).toEqual(ended)
    const { url } = (await made.owner.post(`/api/performers/${made.performer}/link`, { language: 'ja' }))
      .json as { url: string }
    const token = url.slice(url.indexOf('#token=') + '#token='.length)
    expect(refusalOf(await on.client.post('/api/performer-page/session', { token }))).toEqual(ended)
    expect((await stage.session(on)).id).toBe(on.id)
  })

  test('is renewed after it has expired, by mail only, with the same reply for every token', async () => {
    const on = await stage.open()
    const renew = (token: string) => on.client.post('/api/performer-page/renewals', { token })
    const before = (await stage.mails()).length
    expect((await renew(on.token)).status).toBe(204)
    expect((await renew(randomBytes(32).toString('base64url'))).status).toBe(204)
    expect(await stage.mails()).toHaveLength(before)
    clock.moveTo(new Date(begin.getTime() + signingLimits.pageDays * day))
    expect(refusalOf(await on.client.get(`/api/performer-page?id=${on.id}`))).toEqual(ended)
    expect((await renew(on.token)).status).toBe(204)
    expect((await renew(on.token)).status).toBe(204)
    expect(await stage.mails()).toHaveLength(before + 1)
    const reply = await on.client.post('/api/performer-page/session', { token: await stage.newestToken() })
    expect(reply.status).toBe(200)
  })

  test('shows only what belongs to its performer', async () => {
    const [one, other] = [await stage.open(), await otherPage()]
    const path = `/api/performer-page/${one.id}/signings/${other.signing}`
    for (const reply of [
      await one.client.get(`${path}/papers/contract`),
      await one.client.post(`${path}/sheet`),
      await one.client.post(`${path}/refusal`),
      await one.client.get(`${path}/copy`),
    ])
      expect(refusalOf(reply)).toEqual([404, 'SIGNING_NOT_FOUND'])
  })
})

/** The page of another performer in the same video. */
async function otherPage(): Promise<OnPage> {
  made.performer = await stage.approved()
  made.email = `other-${made.email}`
  await stage.videos.add(made.video, [made.performer])
  return stage.open()
}

test('the subject of no mail names a person or a video, and no mail has the address of a question', async () => {
  const on = await stage.received()
  const mails = await app.mails()
  const about = mails.filter(({ to }) => to === made.email || to === made.owner.email)
  expect(about.length).toBeGreaterThan(3)
  for (const { subject, text } of about) {
    for (const secret of ['見本作品', '見本 花子', made.performer, on.signing])
      expect(subject).not.toContain(secret)
    expect(text).not.toContain('見本 花子')
  }
})
