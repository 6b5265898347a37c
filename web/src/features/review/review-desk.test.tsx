import type { User } from '@kyc/contract/accounts.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { ReviewCase, ReviewClaim } from '@kyc/contract/review.ts'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
// Transformed before the tests, because the desk loads them on demand.
import '../documents/DocumentViewer.tsx'
import '../documents/Rejection.tsx'
import { CaseView, type CaseViewProps } from './CaseView.tsx'
import { ReviewPage } from './ReviewPage.tsx'

const user = userEvent.setup()
configure({ asyncUtilTimeout: 5000 })
vi.setConfig({ testTimeout: 20_000 })
const admin = { id: 'u1', name: '管理 太郎', role: 'admin' } as User // the fields that components read
const superadmin = { ...admin, role: 'superadmin' } as User

const submitted = (type: DocumentType, status: PerformerDocument['status'] = 'pending') =>
  ({
    id: `${type}-1`,
    performerId: 'p1',
    type,
    version: 1,
    status,
    mimeType: 'image/jpeg',
    pages: null,
    ownWork: false,
    resubmission: 0,
    uploaded_at: '2026-11-18T00:12:00Z',
    idKind: null,
    expiresOn: null,
    noExpiry: false,
  }) as PerformerDocument // the fields that the desk reads

const others: ReviewClaim = { by: '審査 三郎', mine: false, until: '2099-01-01T00:00:00Z' }
const own: ReviewClaim = { by: '管理 太郎', mine: true, until: '2099-01-01T00:00:00Z' }

const counts = {
  waiting: 2,
  underThreeDays: 2,
  threeToSixDays: 0,
  sevenDaysOrMore: 0,
  resubmitted: 0,
  mine: 0,
}

/** The case as the server has it. */
let server: {
  documents: PerformerDocument[]
  claim: ReviewClaim | null
  notes: { id: string; text: string }[]
}
let queue: Pick<ReviewCase, 'id' | 'name' | 'claim' | 'pending' | 'pendingSince' | 'resubmitted'>[]
let sent: { act: string; body: unknown }[]

beforeEach(() => {
  server = { documents: [submitted('idFront', 'verified'), submitted('selfie')], claim: null, notes: [] }
  queue = []
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const act = `${method} ${path.replace('/api', '')}`
    if (method !== 'GET' && !path.includes('session'))
      sent.push({ act, body: body && JSON.parse(String(body)) })
    return reply(path, method)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

function reply(path: string, method: string): Response {
  if (path.includes('/session/init')) return Response.json({ csrfToken: 'token' })
  if (path.endsWith('/claim') && method === 'PUT') {
    server.claim = own
    return Response.json({ claim: own })
  }
  if (path.endsWith('/notes'))
    return Response.json({ id: 'n1', text: '電話で確認', by: '管理 太郎', at: '2026-11-20T05:05:00Z' })
  if (path.endsWith('/verify')) return Response.json(submitted('selfie', 'verified'))
  if (path.endsWith('/hints')) return Response.json([])
  if (path.includes('/review/counts')) return Response.json(counts)
  if (path.includes('/review/cases/'))
    return Response.json({ ...server, history: [], performer: performer(), notes: server.notes })
  if (path.includes('/review/cases')) return Response.json(queue)
  return new Response(new Blob(['picture'], { type: 'image/jpeg' }))
}

const performer = () => ({
  id: 'p1',
  name: '山田 花子',
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
  date_of_birth: null,
  idKind: null,
  nationality: null,
  caseClosed: null,
  organisation: { id: 'o1', name: '東都映像' },
})

async function showCase({ as = admin, ...changes }: Partial<CaseViewProps> & { as?: User } = {}) {
  const spies = { onNext: vi.fn(), onPrevious: vi.fn(), onQueue: vi.fn(), onFinished: vi.fn() }
  const shown = await renderPage(<CaseView id="p1" {...spies} {...changes} />, { user: as })
  for (const { type } of server.documents) {
    const label = type === 'idFront' ? '身分証明書表面' : type === 'selfie' ? '本人写真' : '出演同意書'
    const pane = within(await screen.findByRole('region', { name: label }))
    fireEvent.load(await pane.findByRole('img', { name: label }))
  }
  return { ...spies, ...shown }
}

const claims = () => sent.filter(({ act: name }) => name.endsWith('PUT /review/cases/p1/claim'))
const panel = () => screen.getByRole('form')

test('opening a case claims it and reports the visible versions, and leaving releases it (D21)', async () => {
  const { unmount } = await showCase()
  await screen.findByText(/^自分が審査中 残り/)
  // The pictures appear one after another.
  await waitFor(() =>
    expect(claims().at(-1)?.body).toEqual({ takeOver: false, shown: ['idFront-1', 'selfie-1'] }),
  )
  unmount()
  await waitFor(() => expect(sent.at(-1)?.act).toBe('DELETE /review/cases/p1/claim'))
})

test('the claim is renewed by work, at most once a minute', async () => {
  await showCase()
  await waitFor(() => expect(claims().at(-1)?.body).toMatchObject({ shown: ['idFront-1', 'selfie-1'] }))
  const before = claims().length
  await user.keyboard('e')
  expect(claims()).toHaveLength(before)
  const later = Date.now() + 61_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await user.keyboard('ee')
  vi.restoreAllMocks()
  await waitFor(() => expect(claims()).toHaveLength(before + 1))
})

test('the first pending document is open, and its approval ends the case', async () => {
  const { onFinished } = await showCase()
  expect(panel().getAttribute('aria-label')).toBe('本人写真の審査')
  await user.keyboard('cccaa')
  await waitFor(() => expect(onFinished).toHaveBeenCalledOnce())
  expect(sent.filter(({ act: name }) => name.endsWith('/verify'))).toHaveLength(1)
})

test('after a decision the next pending document is open, and its heading has the focus', async () => {
  server.documents.push(submitted('agreementFile'))
  await showCase()
  await user.keyboard('ccca')
  await waitFor(() => expect(panel().getAttribute('aria-label')).toBe('出演同意書の審査'))
  expect(document.activeElement?.textContent).toBe('出演同意書')
  expect(screen.getByText('本人写真を承認しました。次は出演同意書です。')).toBeDefined()
  expect(screen.getByText('残り1件')).toBeDefined()
})

test('a case of another account can be read, not decided; only a superadmin can take it over', async () => {
  server.claim = others
  const { unmount } = await showCase()
  await user.keyboard('cccar')
  expect(sent).toEqual([])
  expect(panel().textContent).toContain('審査 三郎さんが審査中です。')
  expect(screen.queryByRole('button', { name: '引き継ぐ' })).toBeNull()
  unmount()

  await showCase({ as: superadmin })
  await user.click(screen.getByRole('button', { name: '引き継ぐ' }))
  const dialog = await screen.findByRole('dialog', { name: '審査を引き継ぐ' })
  await user.click(within(dialog).getByRole('button', { name: '引き継ぐ' }))
  await screen.findByText(/^自分が審査中/)
  expect(claims()[0]?.body).toMatchObject({ takeOver: true })
})

test('the number keys choose a document, R opens its rejection, and N a note', async () => {
  await showCase()
  await user.keyboard('1')
  expect(panel().getAttribute('aria-label')).toBe('身分証明書表面の審査')
  // The code of the dialog loads with the first rejection.
  await act(() => user.keyboard('r'))
  const dialog = await screen.findByRole('dialog', { name: '書類を差し戻す' })
  await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  act(() => panel().querySelector('button')?.blur())
  await user.keyboard('n')
  const field = screen.getByRole('textbox', { name: '管理者用メモ' })
  expect(document.activeElement).toBe(field)
  await user.keyboard('電話で確認{Enter}')
  await screen.findByText('電話で確認', { selector: 'p' })
  await user.keyboard('{Escape}2')
  expect(panel().getAttribute('aria-label')).toBe('本人写真の審査')
})

const waiting = (id: string, claim: ReviewClaim | null = null) => ({
  id,
  name: `出演者 ${id}`,
  claim,
  pending: ['selfie' as const],
  pendingSince: '2026-11-18T00:12:00Z',
  resubmitted: false,
})

test('the desk opens the first case that no other account reviews', async () => {
  queue = [waiting('p1', others), waiting('p2')]
  await renderPage(<ReviewPage />, { user: admin })
  await waitFor(() => expect(history.location.pathname).toBe('/review/p2'))
})

test('the desk says why there is no case to open, and that accounts of other roles do not review', async () => {
  queue = [waiting('p1', others)]
  const { unmount } = await renderPage(<ReviewPage />, { user: admin })
  await screen.findByText('審査できる出演者がいません')
  expect(screen.getByRole('link', { name: /出演者 p1/ }).textContent).toContain('審査 三郎さんが審査中')
  unmount()
  queue = []
  const empty = await renderPage(<ReviewPage />, { user: admin })
  await screen.findByText('審査待ちの出演者はいません')
  empty.unmount()
  await renderPage(<ReviewPage />, { user: { ...admin, role: 'auditor' } })
  await screen.findByText('この画面を表示する権限がありません')
})
