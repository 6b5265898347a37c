import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { facts } from '../../../testing/video-facts.ts'
import { Appearances } from './Appearances.tsx'
import { Shootings } from './Shootings.tsx'

// The periods of the act that follow from the entered days (D105).

type Shooting = VideoFacts['shootings'][number]
const shooting: Shooting = { kind: 'main', plannedOn: null, place: null, shotOn: null, performerIds: [] }
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const of = (change: Partial<VideoFacts>): VideoFacts => ({ ...facts, ...change })

test('the first day of publication counts from a shooting after the stated end', async () => {
  const shootings = [
    { ...shooting, shotOn: '2026-04-10' },
    { ...shooting, kind: 'stills', shotOn: '2026-06-10' } satisfies Shooting,
  ]
  await renderPage(<Shootings videoId="v1" facts={of({ shootings, shootingEndedOn: '2026-04-30' })} />)
  expect(screen.getByText(/公開できるのは/).textContent).toBe(
    '2026年4月30日。公開できるのは2026年10月11日からです。',
  )
})

test('while the day of a shooting is unknown, there is no first day of publication', async () => {
  const shootings = [shooting]
  await renderPage(<Shootings videoId="v1" facts={of({ shootings, shootingEndedOn: '2026-04-30' })} />)
  expect(screen.queryByText(/公開できるのは/)).toBeNull()
  screen.getByText('2026年4月30日。撮影した日が入力されると、公開できる日が表示されます。')
})

async function showCancellation(publications: { channel: string; startedOn: string }[], signedOn: string) {
  vi.useFakeTimers({ now: new Date('2026-11-27T03:00:00Z'), toFake: ['Date'] })
  vi.stubGlobal('fetch', async () => Response.json([]))
  const contract = {
    ...{ offeredOn: null, signedOn, receivedOn: null, proof: 'stated' as const },
    ...{ named: [], partnerIds: [], voidClauses: [] },
  }
  const appearances = facts.appearances.slice(0, 1).map((each) => ({ ...each, contract }))
  await renderPage(<Appearances videoId="v1" facts={of({ appearances })} publications={publications} />)
  return (await screen.findByText(/任意解除/)).textContent
}

test('the free cancellation counts from the latest first day of a channel, without those to come', async () => {
  const text = await showCancellation(
    [
      { channel: '甲', startedOn: '2026-02-01' },
      { channel: '乙', startedOn: '2026-05-01' },
      { channel: '甲', startedOn: '2026-06-01' },
      { channel: '丙', startedOn: '2027-01-01' },
    ],
    '2025-07-01',
  )
  expect(text).toBe('任意解除ができるのは2027年5月1日までです。')
})

test('before the publication the free cancellation lasts at least a year, and may last two', async () => {
  const text = await showCancellation([{ channel: '甲', startedOn: '2027-01-01' }], '2024-06-22')
  expect(text).toBe('任意解除は、公表から少なくとも1年が過ぎるまで、いつでもできます。')
})
