import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { SsoCallbackPage } from './SsoCallbackPage.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('after the exchange, the page reports the sign-in for 1.5 s, and then opens the page of the link (spec §2)', async () => {
  const user = { id: 'u1', name: '制作 花子', role: 'user' }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.endsWith('/sso/exchange') ? { user, secondFactor: [] } : { csrfToken: 'token' }),
  )
  const timers = vi.spyOn(window, 'setTimeout')
  history.replace('/sso-callback?token=code&redirect=%2Fvideos')
  await renderPage(<SsoCallbackPage />, { path: '/sso-callback', layout: 'public' })
  await screen.findByText('ログインしました。ページを開いています。')
  expect(timers).toHaveBeenCalledWith(expect.any(Function), 1500)
  await screen.findByText('別のページ', {}, { timeout: 10_000 })
  expect(history.location.pathname).toBe('/videos')
})
