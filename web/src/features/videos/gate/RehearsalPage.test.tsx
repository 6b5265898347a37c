import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { RehearsalPage } from './RehearsalPage.tsx'

let asked: URLSearchParams[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/organisations/own'))
      return Response.json([
        { id: 'o1', name: '東都映像', kind: 'producer', role: 'staff', disabledReason: null },
      ])
    if (!path.includes('/videos/rehearsal')) return Response.json([])
    const query = new URLSearchParams(path.split('?')[1])
    asked.push(query)
    const videos = query.has('consentMonths')
      ? [{ id: 'v1', title: '見本作品', blockers: [{ rule: 'consentAge', performer: '山田 花子' }] }]
      : []
    return Response.json({ examined: 3, more: false, videos })
  })
  history.replace('/videos/rehearsal?day=2027-05-01')
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

test('a rehearsal asks with the typed rules, which are in the address, and names video, person and rule (D107)', async () => {
  await renderPage(<RehearsalPage />, { path: '/videos/rehearsal', layout: 'signed-in' })
  await screen.findByText('新しく公開できなくなる動画はありません')
  await userEvent.type(screen.getByLabelText('同意の有効月数'), '24')
  await userEvent.click(screen.getByRole('checkbox', { name: 'ダウンロードがある' }))
  await userEvent.click(screen.getByRole('button', { name: '予行する' }))
  const link = await screen.findByRole('link', { name: '見本作品' })
  expect(link.getAttribute('href')).toBe('/videos/v1')
  expect(
    screen.getByText(/山田 花子さん：同意が、この公開先で認められる期間より古くなっています/),
  ).toBeTruthy()
  await waitFor(() =>
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
      day: '2027-05-01',
      consentMonths: '24',
      download: 'true',
    }),
  )
  expect(history.location.search).toContain('consentMonths')
})
