import { limits } from '@kyc/contract/limits.ts'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emitLogout } from '../api/auth-events.ts'
import { history, renderPage } from '../testing/render.tsx'
import { SessionEvents } from './SessionEvents.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  history.replace('/')
})

test('the login page opens 0.2 s after the session has ended, with the way back (spec §4, §9)', async () => {
  history.replace('/')
  await renderPage(<SessionEvents />)
  act(() => emitLogout(window, 'refresh_token_expired'))
  await act(() => vi.advanceTimersByTimeAsync(199))
  expect(history.location.pathname).toBe('/')
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(history.location.pathname).toBe('/login')
  expect(limits.loginRedirectDelay).toBe(200)
})
