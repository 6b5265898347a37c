import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { SsoCallbackPage } from './SsoCallbackPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('after the exchange it says so for 1.5 s, and then opens the page of the link (spec §2)', async () => {
  const user = { id: 'u1', name: '制作 花子', role: 'user' }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/sso/exchange') ? { user, secondFactor: [] } : { csrfToken: 'token' }),
  )
  history.replace('/sso-callback?token=code&redirect=%2Fvideos')
  await renderPage(<SsoCallbackPage />, { path: '/sso-callback', layout: 'public' })
  await screen.findByText('ログインしました。ページを開いています。')
  const shown = performance.now()
  await screen.findByText('別のページ')
  const waited = performance.now() - shown
  expect(history.location.pathname).toBe('/videos')
  expect(waited).toBeGreaterThan(1400) // the page is found a little after it is shown
  expect(waited).toBeLessThan(2500) // and the next one after its code has loaded
})
