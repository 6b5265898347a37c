import type { User } from '@kyc/contract/accounts.ts'
import { listWithheldDocuments } from '@kyc/contract/withheld-documents.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { WithheldDocuments } from './WithheldDocuments.tsx'

const account = (role: User['role']) => ({ id: 'u1', name: '最高 太郎', role }) as User // the fields that components read
const masked = {
  type: 'idFront',
  version: 1,
  at: '2026-11-23T01:00:00.000Z',
  by: '鈴木',
  until: '2026-11-30T01:00:00.000Z',
  masked: true,
} as const
const key = keyOf(listWithheldDocuments, { params: { id: 'p1' } })
const sent: { path: string; body: unknown }[] = []
let fails = false
let stored: readonly (typeof masked)[] = []

beforeEach(() => {
  sent.length = 0
  fails = false
  stored = [masked]
  vi.stubGlobal('isSecureContext', true)
  // Stands for the server: after the call, no destruction can be undone any more.
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') {
      sent.push({ path, body: JSON.parse(String(body)) })
      stored = []
    }
    if (path.endsWith('/withheld-documents'))
      return fails
        ? Response.json({ code: 'INTERNAL', title: '失敗' }, { status: 400 })
        : Response.json(stored)
    return Response.json(path.endsWith('/undo') ? [] : { csrfToken: 'token' })
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (role: User['role'], ...fetched: (readonly [readonly unknown[], unknown])[]) =>
  renderPage(<WithheldDocuments performerId="p1" />, { user: account(role), fetched })

test('a superadmin undoes a destruction with a reason; an admin only sees until when it can be undone', async () => {
  const { unmount } = await show('admin', [key, [masked]])
  expect((await screen.findByRole('listitem')).textContent).toMatch(
    /身分証明書表面 第1版.*一部を隠した（鈴木）.*2026年11月30日.*まで元に戻せます/,
  )
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  await show('superadmin', [key, [masked]])
  await userEvent.click(await screen.findByRole('button', { name: '身分証明書表面 第1版を元に戻す' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('textbox', { name: '元に戻す理由' }), '誤り')
  await userEvent.click(dialog.getByRole('button', { name: '元に戻す' }))
  await waitFor(() => expect(screen.queryByText('元に戻せる書類')).toBeNull())
  expect(sent).toEqual([
    { path: '/api/performers/p1/documents/idFront/destruction/undo', body: { version: 1, reason: '誤り' } },
  ])
})

test('a failed fetch of the withheld documents can be retried, and without any there is no section', async () => {
  fails = true
  await show('admin')
  await screen.findByText('元に戻せる書類を取得できませんでした')
  fails = false
  stored = []
  await userEvent.click(screen.getByRole('button', { name: /再/ }))
  await waitFor(() => expect(screen.queryByText('元に戻せる書類')).toBeNull())
})
