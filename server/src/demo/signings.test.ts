/** @module-tag long */

import { listSignings } from '@kyc/contract/signings.ts'
import { expect, test } from 'vitest'
import { makeCopy } from '../features/signings/copy/make-copy.ts'
import { sealLog } from '../testing/app/seal-log.ts'
import { useStage } from '../testing/app/test-app.ts'
import { TestClock } from '../testing/app/test-clock.ts'
import { titleCalls } from '../testing/app/title-calls.ts'
import { videoCalls } from '../testing/app/video-calls.ts'
import { playSigning } from './signings.ts'
import { momentOf } from './times.ts'
import { demoVideos } from './videos.ts'

const firstStart = new Date('2026-09-15T03:00:00Z')
const clock = new TestClock(firstStart)
const { app, admin, owner } = useStage({ admin: 'admin', owner: 'user' }, { overrides: { clock } })

test('the contracts of a demo video reach every state, and the signed one gets its copy', async () => {
  const states = Object.entries(demoVideos.find(({ signings }) => signings)?.signings ?? {})
  expect(new Set(states.map(([, state]) => state)).size).toBe(9)
  const { make, add } = videoCalls(() => ({ app, owner, admin }))
  const video = await make()
  const { approved } = titleCalls(() => ({ app, owner, video }))
  for (const [key, state] of states) {
    const id = await approved()
    await add(video, [id])
    const actor = { id: owner.accountId, name: '制作 太郎', role: 'user' } as const
    const seal = () => sealLog(app)
    const stage = { services: app.services, seal, owner: actor, ip: '203.0.113.24', videoId: video.id }
    await playSigning(
      { ...stage, moveTo: (time) => clock.moveTo(momentOf(time, firstStart)) },
      { key, id },
      state,
    )
  }
  const list = () => owner.send(listSignings, { params: { id: video.id } })
  expect((await list()).map(({ state }) => state).toSorted()).toEqual(
    states.map(([, state]) => state).toSorted(),
  )
  const signed = (await list()).find(({ state }) => state === 'signed')
  expect(signed).toMatchObject({ copyVersion: null, obstacles: [] })
  await sealLog(app)
  await makeCopy(app.services, signed?.id ?? '')
  expect((await list()).find(({ id }) => id === signed?.id)).toMatchObject({ copyVersion: 1 })
}, 60_000)
