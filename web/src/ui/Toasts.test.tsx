import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Toasts } from './Toasts.tsx'
import { showToast } from './toast.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

test('a toast is announced without those that are still open', async () => {
  await renderPage(<Toasts />)
  // The region exists before its first text: only later changes are announced.
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

test('the act of a toast is offered for its time, by a button and a key, and done once', async () => {
  const run = vi.fn()
  const offer = (label: string) =>
    act(() => showToast(label, 'ok', { label, letter: 'z', lasts: 10_000, run }))
  const press = () =>
    act(() => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', bubbles: true })))
  await renderPage(<Toasts />)
  offer('前の操作')
  offer('次の操作')
  expect(screen.getAllByRole('button', { name: /操作/ }).map(({ textContent }) => textContent)).toEqual([
    '次の操作（Z）',
  ])
  press()
  press()
  expect(run).toHaveBeenCalledOnce()
  offer('もう一度')
  act(() => void vi.advanceTimersByTime(9000))
  act(() => screen.getByRole('button', { name: /もう一度/ }).click())
  expect(run).toHaveBeenCalledTimes(2)
  offer('もう一度')
  act(() => void vi.advanceTimersByTime(10_100))
  press()
  expect(run).toHaveBeenCalledTimes(2)
})
