import { zeroStats } from '@kyc/contract/dashboard.ts'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { DashboardPage } from './DashboardPage.tsx'

let status: number
let total: number
/** The reply to /videos/due is sent after this has resolved. */
let due: Promise<unknown>

beforeEach(() => {
  status = 200
  total = 0
  due = Promise.resolve()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.includes('/organisations/own'))
      return Response.json([
        { id: 'o1', name: '東都映像', kind: 'producer', role: 'staff', disabledReason: null },
      ])
    if (path.includes('/dashboard/stats'))
      return Response.json(
        status === 200 ? { ...zeroStats, totalPerformers: total } : { code: 'INTERNAL', title: '', status },
        { status },
      )
    if (path.includes('/videos/due')) await due
    return Response.json([])
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the dashboard of an organisation without performers shows what to do first instead of zeros', async () => {
  await renderPage(<DashboardPage />)
  expect(await screen.findByRole('heading', { name: 'はじめに' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '最初の出演者を登録' }).getAttribute('href')).toBe(
    '/performers/add',
  )
  expect(screen.queryByText('再提出')).toBeNull()
})

test('with a performer, or after a failed load, the counts are shown', async () => {
  total = 1
  const { unmount } = await renderPage(<DashboardPage />)
  await screen.findByText('最近の動き')
  expect(screen.queryByRole('heading', { name: 'はじめに' })).toBeNull()
  unmount()
  status = 500
  await renderPage(<DashboardPage />)
  expect((await screen.findAllByText('統計情報の取得に失敗しました')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('heading', { name: 'はじめに' })).toBeNull()
})

test('recent changes appear only after the parts that may stand above them have loaded', async () => {
  total = 1
  const { promise, resolve } = Promise.withResolvers<void>()
  due = promise
  await renderPage(<DashboardPage />)
  await screen.findByRole('status', { name: '読み込み中' })
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.queryByText('最近の動き')).toBeNull()
  resolve()
  await screen.findByText('最近の動き')
})
