import { randomUUID } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { getTakedown, listTakedowns } from '@kyc/contract/takedowns.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import type { TestClient } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const clock = new TestClock('2025-11-04T03:00:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
let video: Video

const { make, add } = videoCalls(() => ({ app, owner, admin }))
const { approved, complete, describeVideo } = titleCalls(() => ({ app, owner, video }))
const ofTitle = (each: Video) => titleCalls(() => ({ app, owner, video: each }))

beforeEach(async () => {
  clock.moveTo('2025-11-04T03:00:00Z')
  owner = await app.signedIn('user')
  video = await make()
  await add(video, [await approved()])
  await complete()
})

const show = (id: string, by: TestClient = owner) => by.send(getTakedown, { params: { id } })
const open = (query: object = {}, by: TestClient = owner) => by.send(listTakedowns, { query })
const blockers = async (each: Video = video) =>
  (await ofTitle(each).readiness()).answers[0]?.blockers.map(({ rule }) => rule)

describe('a public notice', () => {
  const send = async (change: object = {}) =>
    (await anonymousBrowser(app)).post('/api/takedown-notices', {
      kind: 'cancellation',
      title: 'ABC-001',
      ...change,
    })

  test('with the exact product number or address stops the title at once, and its reply has only a number', async () => {
    await describeVideo({ productNumber: 'abc-77' })
    const reply = await send({ title: 'ABC-77', name: '見本 花子', email: 'hanako@example.com' })
    expect(reply).toMatchObject({ status: 201, json: { number: expect.stringMatching(/^T-/) } })
    expect(Object.keys(reply.json as object)).toEqual(['number'])
    expect(await blockers()).toContain('withdrawal')
    const [line] = await open()
    expect(await show(line?.id ?? '')).toMatchObject({
      state: 'held',
      way: 'form',
      text: 'ABC-77',
      contact: null,
    })
    expect(await show(line?.id ?? '', admin)).toMatchObject({ contact: '見本 花子 hanako@example.com' })
  })

  test('about an unknown title stops nothing, is seen by admins only, and stops the title that one names', async () => {
    const reply = await send({ title: '知らない作品', text: '顔が映っています。' })
    const { number } = reply.json as { number: string }
    expect(await open()).toEqual([])
    const line = (await open({}, admin)).find((each) => each.number === number)
    expect(line).toMatchObject({ video: null, organisation: null })
    const body = { version: line?.version, videoId: video.id }
    expect((await admin.put(`/api/takedowns/${line?.id}/video`, body)).status).toBe(200)
    expect(await blockers()).toContain('withdrawal')
    expect(await open()).toMatchObject([{ number }])
    expect(
      (await app.mails()).some(
        ({ text }) => text.includes('作品を特定できなかった') && text.includes(number),
      ),
    ).toBe(true)
  })

  test('with a number that two titles have stops neither', async () => {
    await describeVideo({ productNumber: 'TWO-1' })
    await ofTitle(await make()).describeVideo({ productNumber: 'TWO-1' })
    await send({ title: 'TWO-1' })
    expect(await blockers()).not.toContain('withdrawal')
  })

  test('is received once for one key, and a network that floods the form is refused', async () => {
    const browser = await anonymousBrowser(app)
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': '198.51.100.7' }
    const json = { kind: 'cancellation', title: '知らない作品' }
    const send = (more: object = {}) =>
      browser.call('POST', '/api/takedown-notices', { json, headers: { ...headers, ...more } })
    const [first, again] = [await send(), await send()]
    expect(first.status).toBe(201)
    expect(again.json).toEqual(first.json)
    const others = []
    for (let count = 0; count < limits.rate.contactPerHour; count++)
      others.push((await send({ 'idempotency-key': randomUUID() })).status)
    expect(others.at(-1)).toBe(429)
  })

  test('of a kind that only bodies and authorities use is refused', async () => {
    expect(await send({ kind: 'police' })).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'kind' }] },
    })
  })
})
