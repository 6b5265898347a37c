import type { User } from '@kyc/contract/accounts.ts'
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useReducer } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { noCase, reviewReducer } from '../review-state.ts'
import { CaseView } from './CaseView.tsx'
import type { CaseActs } from './case-acts.ts'
import { ReviewPage } from './ReviewPage.tsx'
import {
  admin,
  type CaseOnServer,
  counts,
  others,
  own,
  performer,
  submitted,
  superadmin,
  type Waiting,
  waiting,
} from './testing/test-cases.ts'

const user = userEvent.setup()
configure({ asyncUtilTimeout: 5000 })
vi.setConfig({ testTimeout: 20_000 })

/** The case as the server has it. */
let server: CaseOnServer
let queue: Waiting[]
let requested: string[]
let sent: { act: string; body: unknown; keepalive?: boolean | undefined }[]
/** The reply to the approval; without it, the approval succeeds at once. */
let approval: Promise<Response> | undefined

beforeEach(() => {
  server = { documents: [submitted('idFront', 'verified'), submitted('selfie')], claim: null, notes: [] }
  queue = []
  sent = []
  requested = []
  approval = undefined
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, keepalive }: RequestInit = {}) => {
    requested.push(path)
    const act = `${method} ${path.replace('/api', '')}`
    if (method !== 'GET' && !path.includes('session'))
      sent.push({ act, body: body && JSON.parse(String(body)), keepalive })
    return reply(path, method)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

function reply(path: string, method: string): Response | Promise<Response> {
  if (path.includes('/session/init')) return Response.json({ csrfToken: 'token' })
  if (path.endsWith('/claim') && method === 'PUT') {
    server.claim = own
    return Response.json({ claim: own })
  }
  if (path.endsWith('/notes'))
    return Response.json({ id: 'n1', text: '電話で確認', by: '管理 太郎', at: '2026-11-20T05:05:00Z' })
  if (path.endsWith('/verify')) return approval ?? Response.json(submitted('selfie', 'verified'))
  if (path.endsWith('/hints')) return Response.json([])
  if (path.endsWith('/review/organisations'))
    return Response.json([{ id: 'o1', name: '東都映像', waiting: 12 }])
  if (path.includes('/review/counts')) return Response.json(counts)
  if (path.includes('/review/cases/'))
    return Response.json({ ...server, ...caseOf(/cases\/(\w+)/.exec(path)?.[1] ?? ''), history: [] })
  if (path.includes('/review/cases')) return Response.json(queue)
  return new Response(new Blob(['picture'], { type: 'image/jpeg' }))
}

/** Each case has the documents of the server, with ids of its own. */
const caseOf = (id: string) => ({
  performer: performer(id),
  documents: server.documents.map((doc) =>
    id === 'p1' ? doc : { ...doc, id: `${id}-${doc.id}`, performerId: id },
  ),
  claim: id === 'p1' ? server.claim : null,
  hints: [],
})

/** The case with the state that the desk keeps. */
function Case(acts: CaseActs) {
  const [state, dispatch] = useReducer(reviewReducer, noCase)
  return <CaseView id="p1" state={state} dispatch={dispatch} acts={acts} />
}

async function showCase({ as = admin }: { as?: User } = {}) {
  const spies = {
    onNext: vi.fn(),
    onPrevious: vi.fn(),
    onQueue: vi.fn(),
    onSent: vi.fn(),
    onRefused: vi.fn(),
    onFinished: vi.fn(),
  }
  const shown = await renderPage(<Case {...spies} />, { user: as })
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

test('closing the window releases the claim, and a page restored from the browser cache claims the case again', async () => {
  await showCase()
  await waitFor(() => expect(claims().at(-1)?.body).toMatchObject({ shown: ['idFront-1', 'selfie-1'] }))
  const before = claims().length
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({ act: 'DELETE /review/cases/p1/claim', keepalive: true }),
  )
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await waitFor(() => expect(claims()).toHaveLength(before + 1))
})

test('work on the case renews the claim, at most once a minute', async () => {
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

test('the desk opens the first case that no other account reviews', async () => {
  queue = [waiting('p1', others), waiting('p2')]
  await renderPage(<ReviewPage />, { user: admin })
  await waitFor(() => expect(history.location.pathname).toBe('/review/p2'))
})

test('the desk states why there is no case to open, and refuses accounts that do not review', async () => {
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

/** Opens the first of two cases, whose only pending document the key A approves. The other one is prefetched. */
async function showTwoCases() {
  queue = [waiting('p1'), waiting('p2')]
  history.replace('/review/p1')
  const { container } = await renderPage(<ReviewPage />, { user: admin, path: '/review/$id' })
  const draw = () =>
    waitFor(() => {
      const picture = container.querySelector('img[alt="本人写真"]')
      expect(picture).not.toBeNull()
      if (picture) fireEvent.load(picture)
    })
  await draw()
  await waitFor(() => expect(claims()).not.toHaveLength(0))
  await waitFor(() => expect(requested).toContain('/api/review/cases/p2?prefetch=1'))
  await user.keyboard('ccc')
  sent = []
  const shown = () => ['p1', 'p2'].filter((id) => container.querySelector(`h2 a[href="/performers/${id}"]`))
  return { draw, shown }
}

test('while the last approval of a case is under way, the next case is shown and claimed; the approval ends its claim', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  approval = promise
  const { draw, shown } = await showTwoCases()
  expect(shown()).toEqual(['p1'])
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await user.keyboard('aa')
  await waitFor(() => expect(history.location.pathname).toBe('/review/p2'))
  vi.restoreAllMocks()
  await waitFor(() => expect(shown()).toEqual(['p2']))
  expect(panel().querySelector('[aria-invalid="true"]'), 'the second press is ignored').toBeNull()
  await draw()
  await waitFor(() => expect(sent.map(({ act: name }) => name)).toContain('PUT /review/cases/p2/claim'))
  await waitFor(() =>
    expect(sent.findLast(({ act: name }) => name.includes('p2'))?.body).toEqual({
      takeOver: false,
      shown: ['p2-selfie-1'],
    }),
  )
  resolve(Response.json(submitted('selfie', 'verified')))
  await waitFor(() => expect(screen.queryByText('出演者 p1')).toBeNull())
  expect(history.location.pathname).toBe('/review/p2')
  expect(sent.map(({ act: name }) => name)).not.toContain('DELETE /review/cases/p1/claim')
  expect(sent.filter(({ act: name }) => name.endsWith('/verify'))).toHaveLength(1)
})

test('a refused approval brings its case back with the reason, and the next case keeps what was entered there', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  approval = promise
  const { shown } = await showTwoCases()
  await user.keyboard('a')
  await waitFor(() => expect(shown()).toEqual(['p2']))
  await user.click(within(panel()).getByRole('button', { name: '問題あり：顔がはっきり写っている' }))
  resolve(
    Response.json(
      { code: 'CASE_CLAIMED', title: 'ほかの管理者が審査中です。', status: 409 },
      { status: 409 },
    ),
  )
  await waitFor(() => expect(shown()).toEqual(['p1']))
  expect(panel().textContent).toContain('承認処理に失敗しました')
  const failed = () => within(panel()).queryAllByRole('button', { pressed: true }).length
  expect(failed()).toBe(0)
  await user.keyboard('j')
  await waitFor(() => expect(shown()).toEqual(['p2']))
  expect(failed()).toBe(1)
})

test('the key G offers the organisations with waiting cases, and the chosen one filters the queue', async () => {
  queue = [waiting('p1')]
  history.replace('/review/p1')
  await renderPage(<ReviewPage />, { user: admin, path: '/review/$id' })
  await user.keyboard('g')
  const dialog = within(await screen.findByRole('dialog', { name: '審査待ちを絞り込む' }))
  await user.type(dialog.getByRole('combobox', { name: '組織' }), '東都')
  await user.click(await screen.findByRole('option', { name: '東都映像（12件）', hidden: true }))
  await user.click(dialog.getByRole('button', { name: '絞り込む' }))
  await waitFor(() => expect(history.location.href).toBe('/review?organisation=o1'))
})
