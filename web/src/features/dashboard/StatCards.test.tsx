import type { User } from '@kyc/contract/accounts.ts'
import { zeroStats } from '@kyc/contract/dashboard.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { OpenTakedowns } from './OpenTakedowns.tsx'
import { OverdueRequests } from './OverdueRequests.tsx'
import { StatCards } from './StatCards.tsx'

const card = (title: string) => screen.getByRole('link', { name: new RegExp(`^${title}`) }).textContent

test.each([true, false])(
  'after a failed load, the cards claim nothing about the work (reads all: %s)',
  async (readsAll) => {
    const { container } = await renderPage(<StatCards stats={zeroStats} known={false} readsAll={readsAll} />)
    expect(container.textContent).not.toMatch(/ありません|いません|待っています|承認済み/)
    expect(card('登録出演者数')).toContain('件数を取得できませんでした')
  },
)

test('the card 審査待ち counts the performers of the list that it links to; admins get a second link, to the desk (spec §2)', async () => {
  const stats = {
    ...zeroStats,
    rejectedPerformers: 2,
    pendingVerification: 15,
    waitingReviews: 16,
    waitingLong: 1,
  }
  const hrefOf = (name: RegExp) => screen.queryByRole('link', { name })?.getAttribute('href')
  const { unmount } = await renderPage(<StatCards stats={stats} known readsAll />)
  expect(card('審査待ち')).toMatch(/15 名.*3日以上 1名/)
  expect(hrefOf(/^審査待ち/)).toBe('/performers?status=pending')
  expect(hrefOf(/^審査をはじめる/), 'auditors review nothing').toBeUndefined()
  expect(card('差し戻し中')).toContain('再提出を待っています')
  unmount()
  const admin = { id: 'u2', name: '管理 太郎', role: 'admin' } as User // the fields that components read
  const reviewer = await renderPage(<StatCards stats={stats} known readsAll />, { user: admin })
  expect(card('審査待ち')).toContain('15 名')
  expect(hrefOf(/^審査待ち/)).toBe('/performers?status=pending')
  expect(hrefOf(/^審査をはじめる/)).toBe('/review')
  reviewer.unmount()
  await renderPage(<StatCards stats={stats} known readsAll={false} />)
  expect(card('再提出')).toContain('2 名再提出が必要です')
  expect(screen.queryByText('審査待ち')).toBeNull()
})

test.each([true, false])('a count of zero announces no work (reads all: %s)', async (readsAll) => {
  const { container } = await renderPage(<StatCards stats={zeroStats} known readsAll={readsAll} />)
  expect(card(readsAll ? '差し戻し中' : '再提出')).toContain('再提出が必要な出演者はいません')
  expect(container.textContent).not.toMatch(/待っています|お待ちください/)
})

test('overdue requests of data subjects are announced with a link; without any, and to users, nothing is shown (D77)', async () => {
  const { unmount } = await renderPage(<OverdueRequests count={2} />)
  expect(screen.getByRole('status').textContent).toContain('回答の期限を過ぎた請求が2件あります')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/subject-requests')
  unmount()
  for (const count of [0, null]) {
    const { unmount: end } = await renderPage(<OverdueRequests count={count} />)
    expect(screen.queryByRole('status')).toBeNull()
    end()
  }
})

test('open requests to take a title down are announced with a link and the number past their due time; without any, nothing is shown (D108)', async () => {
  const late = await renderPage(<OpenTakedowns open={3} overdue={1} />)
  expect(screen.getByRole('status').textContent).toContain(
    '公開停止の申し出が3件あり、うち1件は期限を過ぎています',
  )
  expect(screen.getByRole('link').getAttribute('href')).toBe('/takedowns')
  late.unmount()
  const inTime = await renderPage(<OpenTakedowns open={2} overdue={0} />)
  expect(screen.getByRole('status').textContent).toContain('公開停止の申し出が2件あります')
  inTime.unmount()
  await renderPage(<OpenTakedowns open={0} overdue={0} />)
  expect(screen.queryByRole('status')).toBeNull()
})
