import type { User } from '@kyc/contract/accounts.ts'
import type { Paper } from '@kyc/contract/papers.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { contractFacts } from '@kyc/contract/title-vocabulary.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { facts } from '../../../testing/video-facts.ts'
import { PaperDesk } from './PaperDesk.tsx'

const admin = { id: 'a1', name: '管理 太郎', role: 'admin' } as User // the fields that the page reads
const paper = {
  id: 'd1',
  videoId: 'v1',
  performerId: 'p1',
  type: 'contract',
  version: 2,
  status: 'pending',
  filename: '契約書.png',
  mimeType: 'image/png',
  uploadedAt: '2026-11-26T02:46:00.000Z',
  pages: null,
  size: 1000,
  ownWork: false,
} as Paper // the fields that the page reads
const contract = {
  offeredOn: null,
  signedOn: '2026-04-10',
  receivedOn: '2026-04-12',
  named: [...contractFacts],
  partnerIds: ['p2'],
  voidClauses: [],
  proof: 'stated' as const,
}

let waiting: Paper[]
let entered: Partial<VideoFacts['appearances'][number]>
let sent: [path: string, body: unknown][]
let queries: QueryClient

beforeEach(() => {
  waiting = [paper, { ...paper, id: 'd2', type: 'explanationSheet' }]
  entered = { contract }
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') {
      sent.push([path, JSON.parse(String(body))])
      waiting = waiting.slice(1)
      return Response.json({ ...paper, status: 'verified' })
    }
    if (path.includes('/review/papers'))
      return Response.json(
        waiting.map((each) => ({
          paper: each,
          videoTitle: '見本作品',
          performerName: '山田 花子',
          organisation: '東都映像',
        })),
        { headers: { 'x-total-count': String(waiting.length) } },
      )
    if (path.endsWith('/facts'))
      return Response.json({
        ...facts,
        appearances: facts.appearances.map((each, index) => (index === 0 ? { ...each, ...entered } : each)),
      })
    return new Response(new Uint8Array(), { headers: { 'content-type': 'image/png' } })
  })
  history.replace('/review/papers')
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

const Page = () => {
  queries = useQueryClient()
  return <PaperDesk />
}
const show = () => renderPage(<Page />, { path: '/review/papers', user: admin })
const panel = async () => within(await screen.findByRole('complementary', { name: '判定' }))

test('the day of the contract is typed before the entered one is shown; approving sends every check, and the next paper follows', async () => {
  await show()
  const decision = await panel()
  expect(await decision.findByText('入力後に表示')).toBeTruthy()
  await userEvent.click(decision.getByRole('button', { name: '承認' }))
  expect(await decision.findByText('契約書に記載された契約日を入力してください。')).toBeTruthy()
  await userEvent.type(decision.getByLabelText('契約書に記載された契約日'), '20260410')
  expect(decision.getByText('2026年4月10日')).toBeTruthy()
  await userEvent.click(decision.getByRole('button', { name: '承認' }))
  expect(await (await panel()).findByRole('heading', { name: '説明書面' })).toBeTruthy()
  const [[path, body] = []] = sent
  expect(path).toContain('/videos/v1/performers/p1/papers/contract/verify')
  expect(body).toMatchObject({ signedOn: '2026-04-10', factsVersion: 2, shownStatus: 'pending' })
  expect((body as { checks: string[] }).checks).toHaveLength(17)
})

test('what was entered as missing, and a performer whom the contract does not name, are pointed out', async () => {
  entered = {
    contract: {
      ...contract,
      named: contractFacts.filter((fact) => fact !== 'fee'),
      partnerIds: [],
      voidClauses: ['penalty'],
    },
  }
  await show()
  const decision = await panel()
  expect(await decision.findByText(/^記載なしと入力：報酬の額と支払時期/)).toBeTruthy()
  expect(decision.getByText('相手役に書かれていない出演者：乙山 次郎')).toBeTruthy()
  expect(decision.getByText(/^無効となる条項：違約金や損害賠償額の予定/)).toBeTruthy()
})

test('a marked check prevents the approval, and the rejection begins with its reason', async () => {
  await show()
  const decision = await panel()
  await userEvent.click(await decision.findByRole('button', { name: '問題あり：サーバーの管理者と所在国' }))
  await userEvent.type(decision.getByLabelText('契約書に記載された契約日'), '20260410')
  await userEvent.click(decision.getByRole('button', { name: '承認' }))
  expect(decision.getByText(/「問題あり」の項目があります/)).toBeTruthy()
  await userEvent.click(decision.getByRole('button', { name: '差し戻し' }))
  const dialog = within(await screen.findByRole('dialog', { name: '契約書を差し戻す' }))
  await userEvent.click(dialog.getByRole('button', { name: /^差し戻す/ }))
  expect(sent[0]?.[1]).toMatchObject({ codes: ['missing.server'], note: null })
})

test('a rejection that is being written stays when another account decides the paper, which the page states', async () => {
  await show()
  await userEvent.click(await (await panel()).findByRole('button', { name: '差し戻し' }))
  const dialog = await screen.findByRole('dialog', { name: '契約書を差し戻す' })
  const message = within(dialog).getAllByRole('textbox')[0] as HTMLTextAreaElement
  await userEvent.type(message, '署名がありません。')
  waiting = waiting.slice(1)
  await act(() => queries.invalidateQueries())
  expect(await screen.findByText('この書類は、審査待ちではなくなりました')).toBeTruthy()
  expect(message.isConnected && message.value).toContain('署名がありません。')
  await userEvent.click(within(dialog).getByRole('button', { name: 'キャンセル' }))
  await userEvent.click(screen.getByRole('button', { name: '破棄する' }))
  await userEvent.click(screen.getByRole('button', { name: '次の書類へ' }))
  expect(await (await panel()).findByRole('heading', { name: '説明書面' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('この書類は、審査待ちではなくなりました')).toBeNull())
})

test('the account that uploaded the paper cannot decide on it, and sees the reason', async () => {
  waiting = [{ ...paper, ownWork: true }]
  await show()
  const decision = await panel()
  expect((await decision.findByRole('button', { name: '承認' })).hasAttribute('disabled')).toBe(true)
  expect(decision.getByText(/ご自身/)).toBeTruthy()
})

test('the page states that no paper waits', async () => {
  waiting = []
  await show()
  expect(await screen.findByText('審査待ちの契約書と説明書面はありません')).toBeTruthy()
})
