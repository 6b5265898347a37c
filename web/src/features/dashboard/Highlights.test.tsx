import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, renderPage } from '../../testing/render.tsx'
import { Highlights } from './Highlights.tsx'

let demo: boolean

beforeEach(() => {
  demo = true
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async () => Response.json({ demo, demoAccounts: [] }))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

test.each([
  ['user', ['本人の端末にリンクを送る', '公開できない動画の理由を見る']],
  ['auditor', ['公開できない動画の理由を見る', '監査ログを検証する']],
  [
    'superadmin',
    [
      '本人の端末にリンクを送る',
      '問題のある提出を審査する',
      '公開できない動画の理由を見る',
      '監査ログを検証する',
      '封印した記録を開く',
    ],
  ],
] as const)('the card of the demo links the role %s to what it may try', async (role, labels) => {
  await renderPage(<Highlights />, { user: { ...account, role } })
  await screen.findByRole('heading', { name: '見どころ' })
  expect(links()).toEqual(labels)
})

test('outside the demo there is no card', async () => {
  demo = false
  await renderPage(<Highlights />)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('heading')).toBeNull()
})

test('the card stays closed on the next visit of the page', async () => {
  const { unmount } = await renderPage(<Highlights />)
  await userEvent.click(await screen.findByRole('button', { name: '見どころを閉じる' }))
  expect(screen.queryByRole('heading')).toBeNull()
  unmount()
  await renderPage(<Highlights />)
  expect(screen.queryByRole('heading')).toBeNull()
})
