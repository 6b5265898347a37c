import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { facts } from '../../../testing/video-facts.ts'
import { Shootings } from './Shootings.tsx'

// The periods of the act that follow from the entered days (D105).

type Shooting = VideoFacts['shootings'][number]
const shooting: Shooting = { kind: 'main', plannedOn: null, place: null, shotOn: null, performerIds: [] }
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
