import type { User } from '@kyc/contract/accounts.ts'
import { getVerification, type VerificationState } from '@kyc/contract/log-verifications.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keyOf } from '../api/queries.ts'
import { renderPage } from '../testing/render.tsx'
import { LogFailureNotice } from './LogFailureNotice.tsx'

const admin = { id: 'u1', name: '管理 太郎', role: 'admin' } as User // the fields that components read

function renderNotice(code: number) {
  const state = { running: null, last: { report: { code } } } as VerificationState // the field that it reads
  return renderPage(<LogFailureNotice />, { user: admin, fetched: [[keyOf(getVerification, {}), state]] })
}

test('every page of an admin has a notice while the last verification has faults', async () => {
  const { unmount } = await renderNotice(3)
  expect(screen.getByRole('link', { name: '内容を確認する' }).getAttribute('href')).toBe('/audit-logs')
  unmount()
  await renderNotice(0)
  expect(screen.queryByRole('alert')).toBeNull()
})
