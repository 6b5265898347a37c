import type { CheckedFacts } from '@kyc/contract/fact-imports.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { ImportFactsPage } from './ImportFactsPage.tsx'

const csv = ['動画の外部ID,出演者の外部ID,契約日', 'V-1,A-1,2025/4/1', 'V-2,A-2,', 'V-1,A-3,2025-13-01'].join(
  '\n',
)
const result = (change: Partial<CheckedFacts>): CheckedFacts => ({
  state: 'changed',
  errors: [],
  changes: [{ path: 'contract.signedOn', before: '', after: '2025-04-01' }],
  video: { id: 'v1', name: '見本作品' },
  performer: { id: 'p1', name: '山田 花子' },
  seen: { title: 1, appearance: 1 },
  ...change,
})
const invalid = result({
  state: 'invalid',
  changes: [],
  errors: [{ path: 'contract.signedOn', message: '契約日は正しい日付で入力してください。例：1998-04-02' }],
})

let role: string
let called: [path: string, body: { lines: object[] }][]
beforeEach(() => {
  called = []
  role = 'staff'
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string } = {}) => {
    if (path.includes('/organisations/own'))
      return Response.json([{ id: 'o1', name: '東都映像', kind: 'producer', role, disabledReason: null }])
    if (!path.includes('/videos/facts')) return Response.json([])
    called.push([path, JSON.parse(body ?? '{}')])
    const same = result({ state: 'same', changes: [], video: { id: 'v2', name: '別の作品' } })
    // The lines of the first video come first.
    return Response.json({ lines: path.includes('/check') ? [result({}), invalid, same] : [result({})] })
  })
  history.replace('/videos/import')
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

test('a file is checked first, line by line; then its good lines are entered, and the others can be downloaded', async () => {
  await renderPage(<ImportFactsPage />, { path: '/videos/import', layout: 'signed-in' })
  const file = new File([csv], '契約.csv')
  await userEvent.upload(await screen.findByLabelText('ここにドロップ、またはファイルを選択'), file)
  const [, first, second, third] = await screen.findAllByRole('row')
  expect(within(first as HTMLElement).getByText('契約日：未入力 → 2025-04-01')).toBeTruthy()
  expect(within(second as HTMLElement).getByText('変わりません')).toBeTruthy()
  expect(within(third as HTMLElement).getByText(/^契約日は正しい日付で/)).toBeTruthy()
  expect(screen.getByText('変わる行 1、変わらない行 1、エラー 1')).toBeTruthy()
  expect(called.map(([path]) => path)).toEqual([expect.stringContaining('/videos/facts/check')])
  await userEvent.click(screen.getByRole('button', { name: '1行を取り込む' }))
  expect(await screen.findByText('1行を取り込みました')).toBeTruthy()
  expect(called[1]?.[1].lines).toEqual([
    {
      cells: expect.objectContaining({ 'contract.signedOn': '2025-04-01' }),
      seen: { title: 1, appearance: 1 },
    },
  ])
  expect(screen.getByRole('button', { name: '取り込まない行をダウンロード' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'エラーの行だけを表示（1行）' }))
  expect(screen.getAllByRole('row')).toHaveLength(2)
})

test('a member with the role 閲覧 sees why nothing can be imported', async () => {
  role = 'viewer'
  await renderPage(<ImportFactsPage />, { path: '/videos/import', layout: 'signed-in' })
  expect(await screen.findByText(/^閲覧の役割では/)).toBeTruthy()
  expect(screen.queryByLabelText('ここにドロップ、またはファイルを選択')).toBeNull()
})

test('an interrupted import shows what it has entered, and continues with the rest', async () => {
  const fetched = globalThis.fetch
  let fails = true
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    fails && init?.method === 'PUT'
      ? Promise.resolve(new Response('', { status: 500 }))
      : fetched(path, init),
  )
  await renderPage(<ImportFactsPage />, { path: '/videos/import', layout: 'signed-in' })
  const picker = await screen.findByLabelText('ここにドロップ、またはファイルを選択')
  await userEvent.upload(picker, new File([csv], '契約.csv'))
  await userEvent.click(await screen.findByRole('button', { name: '1行を取り込む' }))
  expect(await screen.findByText(/もう一度取り込むと、取り込まれていない行から続きます。$/)).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '1行を取り込む' }))
  expect(await screen.findByText('1行を取り込みました')).toBeTruthy()
})
