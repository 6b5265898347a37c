import type { User } from '@kyc/contract/accounts.ts'
import { minute } from '@kyc/contract/durations.ts'
import type { LegalHold, OpenedPerformer, SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
// The page loads the viewer on demand: importing it here transforms it before the tests.
import '../../documents/viewer/DocumentViewer.tsx'
import { SealedRecord } from './SealedPage.tsx'

const superadmin = { id: 'u1', name: '統括 一郎', role: 'superadmin' } as User // the fields that components read

const sealed: SealedPerformer = {
  id: 'p1',
  organisation: { id: 'o1', name: '東都映像' },
  sealedAt: '2026-05-20T00:00:00Z',
  sealedBy: '管理 太郎',
  retainUntil: '2033-05-20',
  ending: false,
  held: false,
  request: null,
  destroyedAt: null,
  requestReason: null,
  keptBy: null,
  holds: [],
  openUntil: null,
  destroyedDocuments: [],
}
const hold: LegalHold = {
  from: '2026-06-01T00:00:00Z',
  by: '統括 二郎',
  reason: '訴訟',
  until: null,
  endedBy: null,
  endReason: null,
}
const request: NonNullable<SealedPerformer['request']> = {
  kind: 'subject_request',
  requestedBy: '統括 二郎',
  own: false,
  requestedAt: '2026-06-01T00:00:00Z',
  expiresAt: '2026-06-08T00:00:00Z',
  confirmedBy: null,
  effectiveAt: null,
}
const opened = {
  performer: {
    id: 'p1',
    name: '山田 花子',
    lastNameRoman: 'YAMADA',
    firstNameRoman: 'HANAKO',
    lastNameKana: null,
    firstNameKana: null,
    status: 'rejected',
    organisation: sealed.organisation,
    registeredBy: '制作 花子',
    created_at: '2026-05-01T00:00:00Z',
  },
  documents: [2, 1].map((version) => ({
    id: `d${version}`,
    performerId: 'p1',
    type: 'selfie',
    version,
    status: 'pending',
    mimeType: 'image/jpeg',
    size: 1000,
    pages: null,
    thumbnail: true,
    uploaded_at: '2026-05-01T00:00:00Z',
    decidedAt: null,
    expiresOn: null,
    noExpiry: false,
  })),
} as unknown as OpenedPerformer // the fields that the page reads

let record: SealedPerformer
let reachable: boolean
const sent: { method: string; path: string; body: unknown }[] = []
/** The addresses of documents that the page fetched. */
const files: string[] = []

/** Stubs the server: an act returns the record with the changes of `after`. */
function serve(after: (body: { reason: string }) => Partial<SealedPerformer> = () => ({})) {
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (!reachable) throw new TypeError('network')
    if (!path.includes('performers/')) return Response.json({ csrfToken: 'token' })
    if (path.includes('/documents/')) {
      files.push(path.replace(/^.*\/api/, ''))
      return new Response(new Blob(['bytes'], { type: 'image/jpeg' }))
    }
    if (path.endsWith('/record')) return Response.json(opened)
    if (method !== 'GET') {
      const input = body ? JSON.parse(String(body)) : null
      sent.push({ method, path: path.replace(/^.*\/sealed-performers/, ''), body: input })
      record = { ...record, ...after(input) }
    }
    return Response.json(path.endsWith('/openings') ? { until: record.openUntil } : record)
  })
}

beforeEach(() => {
  sent.length = 0
  files.length = 0
  reachable = true
  vi.stubGlobal('isSecureContext', true)
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name })

async function show(part: Partial<SealedPerformer> = {}) {
  record = { ...sealed, ...part }
  await renderPage(<SealedRecord id="p1" />, { user: superadmin })
  await screen.findByRole('heading', { name: '保管の状況' })
}

async function giveReason(dialog: HTMLElement, submit: string) {
  await userEvent.type(within(dialog).getByRole('textbox'), '訴訟のため')
  await userEvent.click(within(dialog).getByRole('button', { name: submit }))
}

/** Uses fake timers: the clock runs on, and the test advances it further. */
function withClock() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  return userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
}

/** Opens the record for 15 minutes, with a reason. */
async function open(user = userEvent.setup()) {
  serve(() => ({ openUntil: new Date(Date.now() + 15 * minute).toISOString() }))
  await show()
  expect(screen.queryByText('山田 花子')).toBeNull()
  await user.click(screen.getByRole('button', { name: '封印した記録を開く' }))
  screen.getByText('記録を開く理由を入力してください。')
  expect(sent).toEqual([])
  await user.type(screen.getByRole('textbox', { name: '記録を開く理由' }), '照会への回答')
  await user.click(screen.getByRole('button', { name: '封印した記録を開く' }))
  const name = await screen.findByRole('heading', { name: '山田 花子' })
  await waitFor(() => expect(document.activeElement).toBe(name))
}

test('a record shows its content only after a reason, and only while the reason is valid (D17)', async () => {
  await open(withClock())
  expect(sent).toEqual([{ method: 'POST', path: '/p1/openings', body: { reason: '照会への回答' } }])
  expect(screen.getByRole('timer').textContent).toContain('残り15分')
  await vi.advanceTimersByTimeAsync(14 * minute + 30_000)
  // The clock also advances while the page works, by seconds on a slow machine.
  expect(screen.getByRole('timer').textContent).toMatch(/残り(1\d|2\d|3[01])秒/)
  record = { ...record, openUntil: null }
  await vi.advanceTimersByTimeAsync(minute)
  await screen.findByRole('textbox', { name: '記録を開く理由' })
  expect(screen.queryByText('山田 花子')).toBeNull()
})

test('the content disappears after 15 minutes even if the server cannot be reached (D17)', async () => {
  await open(withClock())
  reachable = false
  await vi.advanceTimersByTimeAsync(17 * minute)
  await screen.findByRole('textbox', { name: '記録を開く理由' })
  expect(screen.queryByText('山田 花子')).toBeNull()
})

test('opened documents come from the sealed record, in every version, and offer no act that changes them', async () => {
  await open()
  for (const version of [1, 2]) screen.getByRole('article', { name: `本人写真（第${version}版）` })
  await userEvent.click(screen.getByRole('button', { name: '本人写真（第1版）を大きく表示' }))
  const viewer = await screen.findByRole('dialog', { name: '書類の表示' })
  await within(viewer).findByRole('img', { name: '本人写真' })
  expect(files).toContain('/sealed-performers/p1/documents/selfie?size=screen&version=1')
  expect(files.filter((file) => !file.startsWith('/sealed-performers/'))).toEqual([])
  expect(screen.queryByRole('button', { name: /承認|差し戻し|再提出|別の組織へ移行/ })).toBeNull()
})

test('a legal hold begins with a reason and withdraws an open request for destruction', async () => {
  serve(({ reason }) => ({ held: true, request: null, holds: [{ ...hold, reason }] }))
  await show({ request, requestReason: '本人の依頼' })
  await userEvent.click(screen.getByRole('button', { name: '保全する' }))
  const dialog = await screen.findByRole('dialog', { name: '記録の保全' })
  expect(dialog.textContent).toContain('破棄の申請は取り消されます。')
  await giveReason(dialog, '保全する')
  await screen.findByText('理由：訴訟のため', { exact: false })
  expect(sent).toEqual([{ method: 'PUT', path: '/p1/legal-hold', body: { reason: '訴訟のため' } }])
  expect(button('破棄を申請')?.disabled).toBe(true)
  screen.getByText('保全中は申請できません。')
})

test('a legal hold ends with a reason', async () => {
  const ended = { until: '2026-07-01T00:00:00Z', endedBy: '統括 一郎' }
  serve(({ reason }) => ({ held: false, holds: [{ ...hold, ...ended, endReason: reason }] }))
  await show({ held: true, holds: [hold] })
  await userEvent.click(screen.getByRole('button', { name: '保全を解除' }))
  await giveReason(await screen.findByRole('dialog', { name: '保全の解除' }), '保全を解除する')
  await screen.findByText('解除済み')
  expect(sent[0]).toMatchObject({ method: 'PUT', path: '/p1/legal-hold/end' })
  expect(button('破棄を申請')?.disabled).toBe(false)
})

test('a superadmin who has requested the destruction can withdraw the request but not confirm it', async () => {
  serve(() => ({ request: { ...request, own: true }, requestReason: '訴訟のため' }))
  await show()
  await userEvent.click(screen.getByRole('button', { name: '破棄を申請' }))
  const ask = await screen.findByRole('dialog', { name: '期限前の破棄の申請' })
  await userEvent.click(within(ask).getByRole('button', { name: '申請する' }))
  await within(ask).findByText('破棄の種類を選択してください。')
  await userEvent.selectOptions(within(ask).getByRole('combobox', { name: '破棄の種類' }), '裁判所等の命令')
  await giveReason(ask, '申請する')
  await screen.findByRole('button', { name: '申請を取り消す' })
  expect(sent[0]?.body).toEqual({ kind: 'court_order', reason: '訴訟のため' })
  expect(button('破棄を承認')).toBeNull()
  serve(() => ({ request: null, requestReason: null }))
  await userEvent.click(screen.getByRole('button', { name: '申請を取り消す' }))
  const dialog = await screen.findByRole('dialog', { name: '申請の取り消し' })
  await userEvent.click(within(dialog).getByRole('button', { name: '申請を取り消す' }))
  await screen.findByRole('button', { name: '破棄を申請' })
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'PUT /p1/destruction',
    'DELETE /p1/destruction',
  ])
})

test('another superadmin confirms the request, and the destruction can be stopped until it takes effect', async () => {
  const confirmed = { ...request, confirmedBy: '統括 一郎', effectiveAt: '2026-06-03T00:00:00Z' }
  serve(() => ({ request: confirmed, requestReason: '本人の依頼' }))
  await show({ request, requestReason: '本人の依頼' })
  screen.getByText('理由：本人の依頼', { exact: false })
  await userEvent.click(screen.getByRole('button', { name: '破棄を承認' }))
  const dialog = await screen.findByRole('dialog', { name: '破棄の承認' })
  expect(dialog.textContent).toContain('24時間後に破棄され、元に戻せなくなります。')
  await userEvent.click(within(dialog).getByRole('button', { name: '破棄を承認する' }))
  await screen.findByText('2026年6月3日 09:00')
  expect(sent).toEqual([{ method: 'PUT', path: '/p1/destruction/confirmation', body: null }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const name of ['破棄を承認', '承認しない']) expect(button(name), name).toBeNull()
  serve(() => ({ request: null, requestReason: null }))
  await userEvent.click(screen.getByRole('button', { name: '破棄を中止' }))
  await giveReason(await screen.findByRole('dialog', { name: '破棄の中止' }), '破棄を中止する')
  await screen.findByRole('button', { name: '破棄を申請' })
  expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/p1/destruction/stop' })
})

test('the page of a destroyed record shows the hashes of its documents and offers no act', async () => {
  const sha256 = 'c0ffee'.padEnd(64, '0')
  serve()
  await show({
    destroyedAt: '2026-06-02T00:00:00Z',
    destroyedDocuments: [
      { type: 'selfie', version: 1, uploadedAt: '2026-05-01T00:00:00Z', size: 1000, sha256 },
    ],
  })
  screen.getByText(sha256)
  expect(screen.queryByRole('textbox')).toBeNull()
  for (const name of ['封印した記録を開く', '保全する', '破棄を申請']) expect(button(name), name).toBeNull()
})
