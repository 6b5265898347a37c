import type { User } from '@kyc/contract/accounts.ts'
import type { RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import { listDocumentVersions, type PerformerDocument } from '@kyc/contract/documents.ts'
import { suggestedMasks } from '@kyc/contract/masks.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf, queryKey } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { VersionsDialog } from '../documents/viewer/VersionsDialog.tsx'
import { MaskDialog } from './MaskDialog.tsx'
import { BadMasking } from './rejection/BadMasking.tsx'

/** The fields that the dialogs need. */
const front = (version: number) =>
  ({
    id: `d${version}`,
    performerId: 'p1',
    type: 'idFront',
    status: 'verified',
    version,
    mimeType: 'image/jpeg',
    idKind: null,
    rejection: null,
    checks: [] as PerformerDocument['checks'], // an empty list alone fits no type
    uploaded_at: '2026-11-20T00:00:00.000Z',
  }) as unknown as PerformerDocument

const admin = { id: 'u1', name: '管理 太郎', role: 'admin' } as User // the fields that components read
const fetched = [
  [[...queryKey('documents.open', { id: 'p1', type: 'idFront' }), 1, 'screen'], new Blob(['x'])],
] as const
const sent: { path: string; ifMatch: string | null; body: unknown }[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  // The server; every call succeeds.
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    if (method === 'POST' && path.endsWith('/mask'))
      sent.push({ path, ifMatch: new Headers(headers).get('If-Match'), body: JSON.parse(String(body)) })
    return Response.json({ ...front(2), csrfToken: 'token' })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a mask needs a reason, states that the decision is withdrawn, and names the version on screen', async () => {
  const onMasked = vi.fn<(masked: PerformerDocument) => void>()
  await renderPage(<MaskDialog doc={front(1)} idKind="passport" onMasked={onMasked} onClose={() => {}} />, {
    user: admin,
    fetched,
  })
  expect((await screen.findByRole('dialog')).textContent).toContain('承認は取り消され')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '隠して保存' })
  expect(button.disabled).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: '隠す理由' }), '本籍')
  await userEvent.click(button)
  await waitFor(() => expect(onMasked).toHaveBeenCalledOnce())
  expect(onMasked.mock.calls[0]?.[0]).toMatchObject({ version: 2 })
  const [box] = suggestedMasks('passport', 'idFront').map((suggestion) => suggestion.box)
  expect(sent).toEqual([
    {
      path: '/api/performers/p1/documents/idFront/mask',
      ifMatch: '"1"',
      body: { boxes: [box], reason: '本籍' },
    },
  ])
})

test('the key N adds a box without a press on the picture', async () => {
  await renderPage(<MaskDialog doc={front(1)} idKind={null} onMasked={() => {}} onClose={() => {}} />, {
    user: admin,
    fetched,
  })
  const stage = await screen.findByRole('region', { name: '隠す前の画像' })
  await waitFor(() => expect(document.activeElement).toBe(stage))
  await userEvent.keyboard('n')
  screen.getByRole('button', { name: '隠す部分1' })
})

test('boxes that cover most of the picture can not be saved, and the dialog says why', async () => {
  await renderPage(
    <MaskDialog doc={front(1)} idKind="drivers_license" onMasked={() => {}} onClose={() => {}} />,
    {
      user: admin,
      fetched,
    },
  )
  await userEvent.type(await screen.findByRole('textbox', { name: '隠す理由' }), '本籍')
  await userEvent.click(screen.getByRole('button', { name: '四角を追加' }))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '隠して保存' })
  expect(button.disabled).toBe(false)
  screen.getByRole('button', { name: '隠す部分1' }).focus()
  await userEvent.keyboard(
    `${'{ArrowLeft}'.repeat(35)}{Shift>}${'{ArrowRight}'.repeat(70)}${'{ArrowDown}'.repeat(44)}{/Shift}`,
  )
  screen.getByText('隠せるのは、画像全体の50%までです。')
  expect(button.disabled).toBe(true)
  expect(sent).toEqual([])
})

test('with マスキング不備 as the reason of a rejection, a picture can be masked instead', async () => {
  const shown = (doc: PerformerDocument, codes: readonly RejectionCode[]) =>
    renderPage(<BadMasking doc={doc} codes={codes} onMasked={() => {}} />, { user: admin, fetched })
  await shown(front(1), ['blurry'])
  await shown({ ...front(1), mimeType: 'application/pdf' }, ['bad_masking'])
  expect(screen.queryByRole('button', { name: '画像の一部を隠す' })).toBeNull()
  await shown(front(1), ['blurry', 'bad_masking'])
  await userEvent.click(screen.getByRole('button', { name: '画像の一部を隠す' }))
  await screen.findByRole('dialog', { name: '身分証明書表面の一部を隠す' })
})

test('the versions of a slot list a destroyed one as 削除済み', async () => {
  const versions = [
    keyOf(listDocumentVersions, { params: { id: 'p1', type: 'idFront' } }),
    [front(3), front(1)],
  ] as const
  await renderPage(<VersionsDialog performerId="p1" type="idFront" onView={() => {}} onClose={() => {}} />, {
    user: admin,
    fetched: [versions],
  })
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(rows.map((row) => /^第\d版/.exec(row)?.[0])).toEqual(['第3版', '第2版', '第1版'])
  expect(rows[1]).toBe('第2版は削除済みです')
})
