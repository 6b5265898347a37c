import { listSealedPerformers } from '@kyc/contract/sealed-performers.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keyOf } from '../../../api/queries.ts'
import { renderPage } from '../../../testing/render.tsx'
import { SealedNotice } from './SealedNotice.tsx'

const requested = keyOf(listSealedPerformers, { query: { filter: 'requested', limit: 1 } })
const showNotice = (ending: number, requests: number) =>
  renderPage(<SealedNotice ending={ending} />, {
    fetched: [[requested, { items: [], next: null, total: requests, exact: true }]],
  })

test('the notice links the records whose retention ends within 30 days and the requests that wait for a confirmation (D17)', async () => {
  await showNotice(3, 1)
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['30日以内に保存期限が来る記録 3件', '/sealed?filter=ending'],
    ['破棄の申請 1件', '/sealed?filter=requested'],
  ])
})

test('a count at the bound of the server is shown as a minimum; without records there is no notice', async () => {
  const { unmount } = await showNotice(1000, 0)
  expect(screen.getByRole('status').textContent).toBe('30日以内に保存期限が来る記録 1,000件以上')
  unmount()
  await showNotice(0, 0)
  expect(screen.queryByRole('status')).toBeNull()
})
