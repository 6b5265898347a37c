import { listPublications } from '@kyc/contract/publications.ts'
import { getTakedown, type Takedown } from '@kyc/contract/takedowns.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { moveDatabase } from '../../testing/app/database-clock.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

// No other act takes back what a request has stopped or will end (D108).

const clock = new TestClock()
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
let video: Video
let performer: string
const { make, add, remove } = videoCalls(() => ({ app, owner, admin }))
const { approved, complete, publish } = titleCalls(() => ({ app, owner, video }))

async function moveTo(time: string): Promise<void> {
  clock.moveTo(time)
  await moveDatabase(app, clock.now())
}

beforeEach(async () => {
  await moveTo('2025-11-04T03:00:00Z')
  owner = await app.signedIn('user')
  video = await make()
  performer = await approved()
  await add(video, [performer])
  await complete()
})

async function cancelled(): Promise<Takedown> {
  const body = { kind: 'cancellation', videoId: video.id, performerId: performer, text: '出演をやめます。' }
  return (await owner.post('/api/takedowns', body)).json as Takedown // of the contract's reply
}

test('a publication that a request has ended does not return by a correction of its last day', async () => {
  expect((await publish('2025-10-20')).status).toBe(200)
  await cancelled()
  const change = async (endedOn: string | null) => {
    const [row] = (await owner.send(listPublications, { params: { id: video.id } })).publications
    const body = { channel: '見本ストア', startedOn: '2025-10-20', version: row?.version }
    return owner.put(`/api/videos/${video.id}/publications/${row?.id}`, {
      ...body,
      ...(endedOn && { endedOn }),
    })
  }
  expect((await change('2025-11-04')).status).toBe(200)
  expect((await change('2025-11-03')).status).toBe(200)
  await moveTo('2025-11-20T03:00:00Z')
  for (const day of [null, '2025-11-20'])
    expect(refusalOf(await change(day))).toEqual([409, 'RECORDS_MISSING'])
  // The day on which it really ended can still be corrected.
  expect((await change('2025-11-04')).status).toBe(200)
})

test('a member cannot remove a performer whose request, once it is confirmed, ends the contract', async () => {
  const { id } = await cancelled()
  const path = `/api/videos/${video.id}/performers/${performer}`
  expect(refusalOf(await owner.delete(path))).toEqual([409, 'TAKEDOWN_RECEIVED'])
  const { version } = await admin.send(getTakedown, { params: { id } })
  expect((await admin.post(`/api/takedowns/${id}/confirmation`, { version })).status).toBe(200)
  const { appearances } = await owner.send(getVideoFacts, { params: { id: video.id } })
  expect(appearances).toMatchObject([{ ended: { kind: 'cancelled', on: '2025-11-04' } }])
})

test('a member can remove a performer whose request was unfounded', async () => {
  const { id } = await cancelled()
  const { version } = await admin.send(getTakedown, { params: { id } })
  const closed = await admin.post(`/api/takedowns/${id}/rejection`, { version, reason: '別人の申し出' })
  expect(closed.status, JSON.stringify(closed.json)).toBe(200)
  expect((await remove(video, performer)).status).toBe(204)
})

test('a confirmed request ends the contract although an end on a later day was entered', async () => {
  const params = { id: video.id }
  const [row] = (await owner.send(getVideoFacts, { params })).appearances
  const performers = [{ id: performer, version: row?.version }]
  const later = { performers, ended: { kind: 'stopped', on: '2030-01-01' } }
  expect((await owner.put(`/api/videos/${video.id}/appearances`, later)).status).toBe(200)
  const { id } = await cancelled()
  const { version } = await admin.send(getTakedown, { params: { id } })
  expect((await admin.post(`/api/takedowns/${id}/confirmation`, { version })).status).toBe(200)
  const { appearances } = await owner.send(getVideoFacts, { params })
  expect(appearances).toMatchObject([{ ended: { kind: 'cancelled', on: '2025-11-04' } }])
})
