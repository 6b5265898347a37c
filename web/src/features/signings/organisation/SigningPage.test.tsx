import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { listSignings } from '@kyc/contract/signings.ts'
import { getVideoFacts } from '@kyc/contract/title-facts.ts'
import { getVideo, type Video } from '@kyc/contract/videos.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../../api/queries.ts'
import { asMember, company } from '../../../testing/members.ts'
import { history, renderPage } from '../../../testing/render.tsx'
import { signing } from '../../../testing/signings.ts'
import { facts } from '../../../testing/video-facts.ts'
import { SigningPage } from './SigningPage.tsx'

const video = { id: 'v1', title: '夏の見本', organisation: { id: 'o1', name: '見本制作' } } as Video
const at = '2026-11-21T00:00:00.000Z'
const template = (id: string, type: ContractTemplate['type'], neutral: boolean): ContractTemplate => ({
  id,
  type,
  language: 'ja',
  name: neutral ? '標準の書面' : '自社の書面',
  text: '',
  version: 1,
  neutral,
  updatedAt: null,
  updatedBy: null,
})
const templates = [
  template('n1', 'contract', true),
  template('t1', 'contract', false),
  template('n2', 'explanationSheet', true),
]

let stored: Signing[]
let sent: { path: string; method: string; body: unknown }[]
let queries: QueryClient

beforeEach(() => {
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/auth/')) return Response.json({ csrfToken: 'token' })
    if (method !== 'GET') {
      sent.push({ path, method, body: body ? JSON.parse(String(body)) : null })
      return Response.json(signing)
    }
    if (path.endsWith('/organisations/own')) return Response.json([company])
    if (path.includes('/contract-templates')) return Response.json(templates)
    if (path.endsWith('/signings')) return Response.json(stored)
    if (path.endsWith('/facts')) return Response.json(facts)
    if (path.includes('/videos/')) return Response.json(video)
    if (path.includes('/performers/')) return Response.json({ email: 'a@example.com' })
    return Response.json([])
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(...signings: Signing[]) {
  stored = signings
  history.replace('/videos/v1/signings/p1')
  const params = { params: { id: 'v1' } }
  const member = asMember([company])
  const Page = () => {
    queries = useQueryClient()
    return <SigningPage />
  }
  await renderPage(<Page />, {
    ...member,
    path: '/videos/$id/signings/$performerId',
    layout: 'signed-in',
    fetched: [
      ...(member.fetched ?? []),
      [keyOf(getVideo, params), video],
      [keyOf(getVideoFacts, params), facts],
      [keyOf(listSignings, params), signings],
    ],
  })
  await screen.findByRole('heading', { level: 1, name: '山田 花子さんの署名' })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const under = { ...signing, state: 'question', email: 'a***@example.com', sentAt: at, expiresAt: at } as const

test('the form is filled with what the records say, own templates come first, and each missing fact is named', async () => {
  await open()
  const contract = await screen.findByRole('combobox', { name: '契約書のテンプレート' })
  expect(
    within(contract)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['自社の書面', '標準の書面（法的助言ではありません）'])
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: '契約の当事者' }).value).toBe(
    '制作者：見本制作\n出演者：山田 花子',
  )
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '乙山 次郎' }).checked).toBe(true)
  await userEvent.clear(screen.getByRole('textbox', { name: '説明の言語' }))
  await press('下書きを作成')
  for (const label of [
    '行為の具体的な内容',
    '報酬の額と支払時期',
    '公表する国・地域',
    '説明する人',
    '説明の言語',
  ])
    expect(screen.getByText(`${label}を入力してください。`)).toBeTruthy()
  expect(sent).toEqual([])
})

test('a draft is made from all facts, the partners and the planned talk', async () => {
  await open()
  await screen.findByRole('combobox', { name: '契約書のテンプレート' })
  for (const label of [
    '撮影の予定日時と場所',
    '行為の具体的な内容',
    '公表の方法と期間',
    '制作者以外の公表者',
    '報酬の額と支払時期',
    '公表する国・地域',
    'サーバーの管理者と所在国',
    '説明する人',
  ])
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: `${label}。` } })
  fireEvent.change(screen.getByLabelText('説明の日'), { target: { value: '2026-11-20' } })
  await press('下書きを作成')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    path: '/api/videos/v1/performers/p1/signings',
    body: {
      language: 'ja',
      contractTemplate: 't1',
      sheetTemplate: 'n2',
      facts: { fee: '報酬の額と支払時期。', partners: '乙山 次郎' },
      partnerIds: ['p2'],
      talk: { by: '説明する人。', on: '2026-11-20', language: '日本語' },
    },
  })
})

test('a draft is sent after the address was confirmed, with the hash of the contract that was seen', async () => {
  await open(signing)
  await press('送信へ進む')
  const dialog = await screen.findByRole('dialog', { name: '契約書を送る' })
  expect(dialog.textContent).toContain('制作者として署名したことになります')
  const email = await within(dialog).findByDisplayValue('a@example.com')
  await userEvent.clear(email)
  await press('署名して送る')
  expect(within(dialog).getByText('メールアドレスを入力してください。')).toBeTruthy()
  await userEvent.type(email, 'b@example.com')
  await press('署名して送る')
  expect(sent).toEqual([
    {
      path: '/api/signings/s1/send',
      method: 'POST',
      body: { email: 'b@example.com', contractSha256: 'a'.repeat(64), sheetSha256: 'b'.repeat(64) },
    },
  ])
})

test('a draft that takes the place of the one in the dialog is not signed in its stead', async () => {
  await open(signing)
  await press('送信へ進む')
  const dialog = await screen.findByRole('dialog', { name: '契約書を送る' })
  await within(dialog).findByDisplayValue('a@example.com')
  stored = [{ ...signing, id: 's2', contractSha256: 'c'.repeat(64) }]
  await act(() => queries.invalidateQueries())
  await press('署名して送る')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path: '/api/signings/s1/send',
    body: { contractSha256: 'a'.repeat(64) },
  })
})

test('a question is answered and the talk recorded; what stops the signature is listed', async () => {
  const question = { id: 'q1', text: '交通費は出ますか。', at, answer: null }
  await open({ ...under, obstacles: ['talk', 'question'], questions: [question] })
  expect(screen.getByText('説明がまだ記録されていません')).toBeTruthy()
  await press('回答を送る')
  expect(screen.getByText('回答を入力してください。')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: '回答' }), 'はい。')
  await press('回答を送る')
  await press('説明を記録')
  await press('記録する')
  expect(screen.getByText('説明の時間を分で入力してください。')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: '説明の時間（分）' }), '40')
  await press('記録する')
  expect(sent.map(({ body }) => body)).toEqual([
    { question: 'q1', text: 'はい。' },
    { by: '制作 花子', on: '2026-11-20', minutes: 40, language: '日本語' },
  ])
})

test('an offer is taken back after a question, and one that has ended is followed by another with its words', async () => {
  await open({ ...under, state: 'sent' })
  await press('依頼を取り消す')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '取り消す' }))
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/signings/s1'])
  document.body.innerHTML = ''
  await open({ ...under, state: 'expired' })
  await press('新しい依頼を作成')
  const fee = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: '報酬の額と支払時期' })
  expect(fee.value).toBe('300,000円')
})
