import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Toasts } from './Toasts.tsx'
import { showToast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

test('a toast is announced without those that are still open', async () => {
  await renderPage(<Toasts />)
  // Before its first text: only later changes are announced.
  const region = screen.getByRole('status')
  act(() => showToast('登録しました'))
  act(() => showToast('送信しました'))
  expect([...region.children].map((toast) => toast.textContent)).toEqual(['登録しました', '送信しました'])
  expect(region.getAttribute('aria-atomic')).toBe('false')
})

test('a toast disappears after a while, a failure only when it is closed', async () => {
  await renderPage(<Toasts />)
  act(() => showToast('登録しました'))
  act(() => showToast('送信に失敗しました', 'bad'))
  act(() => void vi.advanceTimersByTime(6000))
  expect(screen.queryByText('登録しました')).toBeNull()
  act(() => screen.getByRole('button', { name: '閉じる' }).click())
  expect(screen.getByRole('status').textContent).toBe('')
})
