import type { User } from '@kyc/contract/accounts.ts'
import { listTransfers, type Transfer } from '@kyc/contract/transfers.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { MoveButton } from './MoveButton.tsx'
import { TransferRequests } from './TransferRequests.tsx'

const merge: Transfer = {
  id: 't1',
  from: { id: 'a', name: '甲制作' },
  to: { id: 'b', name: '乙制作' },
  merge: true,
  performerCount: 3,
  videoCount: 1,
  reason: '会社の統合',
  requestedBy: '最高 一',
  own: false,
  requestedAt: '2026-05-20T00:00:00Z',
  expiresAt: '2026-05-27T00:00:00Z',
}
const move: Transfer = { ...merge, id: 't2', merge: false, own: true, performerCount: 1, videoCount: 0 }
const superadmin = { id: 'u1', name: '最高 二', role: 'superadmin' } as User // the fields that components read

test('a superadmin confirms the request of another superadmin, and can only withdraw an own request (D67)', async () => {
  const fetched = [[keyOf(listTransfers, {}), [merge, move]]] as const
  await renderPage(<TransferRequests />, { user: superadmin, fetched })
  const [others, own] = screen.getAllByRole('status') as [HTMLElement, HTMLElement] // one for each request
  expect(others.textContent).toContain('「甲制作」（出演者3名、動画1件）を「乙制作」に統合します。')
  expect(within(own).queryByRole('button', { name: '承認して実行' })).toBeNull()
  expect(within(own).getByRole('button', { name: '申請を取り消す' })).toBeTruthy()
  await userEvent.click(within(others).getByRole('button', { name: '承認して実行' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('元に戻せません')
})

test.each(['admin', 'superadmin'] as const)(
  'the move of records is offered to superadmins only (role: %s)',
  async (role) => {
    const page = (
      <MoveButton from={merge.from} records={{ performers: ['p'], videos: [] }}>
        移行します
      </MoveButton>
    )
    await renderPage(page, { user: { ...superadmin, role } })
    expect(screen.queryByRole('button', { name: '別の組織へ移行' }) !== null).toBe(role === 'superadmin')
  },
)
