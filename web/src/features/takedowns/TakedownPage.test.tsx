import type { User } from '@kyc/contract/accounts.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { account, history, renderPage } from '../../testing/render.tsx'
import { TakedownPage } from './TakedownPage.tsx'

const held: Takedown = {
  id: 't1',
  number: 'T-ABCD-1234',
  kind: 'cancellation',
  state: 'held',
  way: 'form',
  video: { id: 'v1', title: '見本作品' },
  organisation: { id: 'o1', name: '東都映像' },
  performer: { id: 'p1', name: '山田 花子' },
  text: '出演をやめます。',
  contact: null,
  sentOn: '2026-05-01',
  receivedAt: '2026-05-02T16:00:00.000Z',
  dueAt: '2026-05-03T16:00:00.000Z',
  dueWithHolidaysAt: null,
  confirmedAt: null,
  confirmedBy: null,
  closedAt: null,
  closedBy: null,
  reason: null,
  derived: [{ id: 'v2', title: '予告編' }],
  evidence: [],
  stops: [
    {
      id: 's1',
      videoId: 'v1',
      videoTitle: '見本作品',
      channel: '見本ストア',
      address: 'https://shop.example/1',
      askedAt: '2026-05-02T16:00:00.000Z',
      acknowledgedAt: null,
      acknowledgedBy: null,
    },
  ],
  version: 3,
}
const admin = { id: 'u2', name: '管理 太郎', role: 'admin' } as User // the fields that components read
let takedown: Takedown
let role: string
let failure: { status: number; code: string; title: string } | null
let sent: { path: string; body: unknown }[]
let queries: QueryClient

beforeEach(() => {
  takedown = held
  role = 'staff'
  failure = null
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/organisations/own'))
      return Response.json([{ id: 'o1', name: '東都映像', kind: 'producer', role, disabledReason: null }])
    if (path.includes('/audit-logs')) return Response.json([])
    if (!path.includes('/takedowns/')) return Response.json({ csrfToken: 'token' })
    if (method !== 'GET') sent.push({ path, body: body ? JSON.parse(String(body)) : null })
    if (method !== 'GET' && failure) return Response.json(failure, { status: failure.status })
    return Response.json(takedown)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

async function show(user: User = account) {
  history.replace('/takedowns/t1')
  const Page = () => {
    queries = useQueryClient()
    return <TakedownPage />
  }
  await renderPage(<Page />, { user, path: '/takedowns/$id', layout: 'signed-in' })
  await screen.findByText('受け付けた内容')
}
const button = (name: string) => screen.getByRole('button', { name })

test('the page shows what was received, what is stopped with links, and when the request is due (D108)', async () => {
  await show()
  expect(screen.getByText('任意解除（13条）')).toBeTruthy()
  expect(screen.getByText('出演をやめます。')).toBeTruthy()
  expect(screen.getByRole('link', { name: '見本作品' }).getAttribute('href')).toBe('/videos/v1')
  expect(screen.getByRole('link', { name: '予告編' }).getAttribute('href')).toBe('/videos/v2')
  expect(screen.getByRole('link', { name: 'https://shop.example/1' }).getAttribute('rel')).toBe('noreferrer')
  expect(screen.getAllByText(/期限を\d+日過ぎています/).length).toBeGreaterThan(0)
  expect(screen.queryByText('連絡先')).toBeNull()
})

test('a complaint is shown with its due days in both meanings of a business day', async () => {
  takedown = {
    ...held,
    kind: 'card',
    dueAt: '2025-11-10T15:00:00.000Z',
    dueWithHolidaysAt: '2025-11-11T15:00:00.000Z',
  }
  await show()
  expect(screen.getByText('期限（7営業日、土日を除く）')).toBeTruthy()
  expect(screen.getByText('2025年11月11日中')).toBeTruthy()
})

test('the confirmation names the day on which it ends the appearance, and sends the version that was shown', async () => {
  await show()
  expect(button('完了にする')).toHaveProperty('disabled', true)
  await userEvent.click(button('受け付けを確認する'))
  const dialog = await screen.findByRole('dialog', { name: '受け付けの確認' })
  expect(dialog.textContent).toContain('受け取った日（2026年5月3日）に「任意解除」で終了した')
  takedown = { ...held, state: 'confirmed', confirmedAt: '2026-05-03T00:00:00.000Z', version: 4 }
  await userEvent.click(screen.getAllByRole('button', { name: '受け付けを確認する' }).at(-1) as HTMLElement) // that of the dialog
  await screen.findByText('停止を記録していない公開先が1件あります。')
  expect(sent).toMatchObject([{ path: expect.stringMatching(/t1\/confirmation$/), body: { version: 3 } }])
})

test('a refused act says why in its dialog and shows what the request has become meanwhile', async () => {
  await show()
  await userEvent.click(button('受け付けを確認する'))
  failure = { status: 409, code: 'CONFLICT', title: 'ほかの人が先に変更しました。' }
  takedown = { ...held, state: 'confirmed', version: 4 }
  const dialog = await screen.findByRole('dialog', { name: '受け付けの確認' })
  await userEvent.click(screen.getAllByRole('button', { name: '受け付けを確認する' }).at(-1) as HTMLElement) // that of the dialog
  await waitFor(() => expect(dialog.textContent).toContain('ほかの人が先に変更しました。'))
  expect(await screen.findByText('停止を記録していない公開先が1件あります。')).toBeTruthy()
})

test('a dialog acts on the request that it shows, not on what another account makes of it meanwhile', async () => {
  await show()
  await userEvent.click(button('受け付けを確認する'))
  const dialog = await screen.findByRole('dialog', { name: '受け付けの確認' })
  takedown = { ...held, performer: { id: 'p2', name: '乙山 次郎' }, version: 4 }
  await act(() => queries.invalidateQueries())
  expect(await screen.findByRole('link', { name: '乙山 次郎', hidden: true })).toBeTruthy()
  expect(dialog.textContent).toContain('山田 花子さんの出演は')
  await userEvent.click(screen.getAllByRole('button', { name: '受け付けを確認する' }).at(-1) as HTMLElement) // that of the dialog
  await waitFor(() => expect(sent).toMatchObject([{ body: { version: 3 } }]))
})

test('the stop of a channel is recorded once it is confirmed in the dialog', async () => {
  await show()
  await userEvent.click(button('見本ストア（見本作品）の停止を記録'))
  expect(sent).toEqual([])
  const at = '2026-05-03T00:00:00.000Z'
  takedown = { ...held, stops: held.stops.map((stop) => ({ ...stop, acknowledgedAt: at })) }
  await userEvent.click(await screen.findByRole('button', { name: '停止を記録' }))
  await screen.findByText('1/1 停止済み')
  expect(sent).toMatchObject([{ path: expect.stringMatching(/t1\/stops\/s1$/) }])
})

test('an admin closes a request only with a reason; a member has no such act', async () => {
  await show()
  expect(screen.queryByRole('button', { name: '理由なしとして閉じる' })).toBeNull()
})

test('an admin sees the contact and gives the reason for closing', async () => {
  takedown = { ...held, contact: 'hanako@example.com' }
  await show(admin)
  expect(screen.getByText('hanako@example.com')).toBeTruthy()
  await userEvent.click(button('理由なしとして閉じる'))
  const submit = () => screen.getAllByRole('button', { name: '理由なしとして閉じる' }).at(-1) as HTMLElement // that of the dialog
  await screen.findByRole('dialog', { name: '理由なしとして閉じる' })
  await userEvent.click(submit())
  await screen.findByText('理由を入力してください。')
  expect(sent).toEqual([])
  await userEvent.type(screen.getByLabelText('閉じる理由'), '別の作品でした。')
  await userEvent.click(submit())
  await waitFor(() => expect(sent).toMatchObject([{ body: { version: 3, reason: '別の作品でした。' } }]))
})

test('a member who only reads sees every act disabled, with the reason', async () => {
  role = 'viewer'
  await show()
  await screen.findByText(/閲覧の役割では/)
  for (const name of ['受け付けを確認する', '完了にする', '見本ストア（見本作品）の停止を記録'])
    expect(button(name)).toHaveProperty('disabled', true)
})

test('a notice without a title says that nothing is stopped, and is not confirmed before an admin has named one', async () => {
  takedown = { ...held, video: null, organisation: null, performer: null, derived: [], stops: [] }
  await show(admin)
  expect(screen.getByText('作品を特定できていないため、まだ何も止めていません')).toBeTruthy()
  expect(button('受け付けを確認する')).toHaveProperty('disabled', true)
  await userEvent.click(button('作品を指定する'))
  expect(await screen.findByText('作品を選択してください')).toBeTruthy()
})
