import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { Publications } from '@kyc/contract/publications.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { facts, readiness } from '../../testing/video-facts.ts'
import { VideoPage } from './VideoPage.tsx'

const video = {
  id: 'v1',
  title: '見本作品',
  externalId: null,
  performerCount: 1,
  sale: 'unknown',
  organisation: { id: 'o1', name: '東都映像' },
  registeredBy: '制作 花子',
} as Video // the fields that the page reads
const performer = {
  id: 'p1',
  name: '山田 花子',
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
  status: 'approved',
} as ListedPerformer // the fields that the page reads
const noPublications: Publications = { state: 'unknown', known: false, publications: [], channels: [] }
const onSale: Partial<Publications> = {
  state: 'onSale',
  known: true,
  channels: ['見本ストア'],
  publications: [
    {
      id: 'u1',
      channel: '見本ストア',
      startedOn: '2026-05-01',
      endedOn: null,
      address: 'https://shop.example/1',
      externalId: null,
      partner: null,
      version: 3,
    },
  ],
}
let visible: boolean
let ended: string | null
let code: string
let others: object[]
let refusal: { field: string; message: string } | null
let sales: Partial<Publications>
/** The reply to a list of requests to take the video down, by its path. */
let takedowns: (path: string) => object[]
let sent: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  visible = true
  ended = null
  code = 'INVALID_INPUT'
  others = []
  refusal = null
  sales = {}
  takedowns = () => []
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'PUT') return reply(path)
    sent.push({ method, path, body: JSON.parse(String(body)) })
    if (refusal)
      return Response.json(
        { code, title: '入力内容を確認してください。', status: 400, field: null, errors: [refusal] },
        { status: 400 },
      )
    return Response.json({ ...noPublications, ...sales })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

function reply(path: string): Response {
  const hidden = Response.json({ code: 'NOT_FOUND', title: '見つかりません', status: 404 }, { status: 404 })
  if (path.includes('/organisations/own'))
    return Response.json([
      { id: 'o1', name: '東都映像', kind: 'producer', role: 'staff', disabledReason: null },
    ])
  if (!visible) return hidden
  if (path.includes('/videos/v1/performers'))
    return Response.json([performer], { headers: { 'x-total-count': '1' } })
  if (path.includes('/videos?')) return Response.json(others)
  if (path.endsWith('/videos/v2/facts')) return Response.json({ ...facts, maker: '前の制作者' })
  if (path.includes('/takedowns?')) return Response.json(takedowns(path))
  if (/audit-logs|\/packs\?|\/channels$|\/papers$|\/signings$/.test(path)) return Response.json([])
  if (path.endsWith('/readiness')) return Response.json(readiness)
  if (path.endsWith('/facts')) return Response.json({ ...facts, shootingEndedOn: ended })
  if (path.endsWith('/publications')) return Response.json({ ...noPublications, ...sales })
  if (path.endsWith('/record-2257'))
    return Response.json({ title: video.title, producedOn: [], custodian: null, producer: null, version: 0 })
  return Response.json(video)
}

/** What a live update of the page does. */
function Refetch() {
  const queries = useQueryClient()
  return (
    <button type="button" onClick={() => void queries.invalidateQueries()}>
      再取得
    </button>
  )
}

const enterDay = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

async function show(tab = 'performers') {
  history.replace(`/videos/v1?tab=${tab}`)
  await renderPage(
    <>
      <VideoPage />
      <Refetch />
    </>,
    { path: '/videos/$id', layout: 'signed-in' },
  )
  await screen.findByRole('heading', { name: '見本作品' })
  if (tab === 'performers') await screen.findByRole('heading', { name: '出演者' })
}

test('a video that the account may not see any more disappears with its performers (D2, D67)', async () => {
  await show()
  visible = false
  await userEvent.click(screen.getByRole('button', { name: '再取得' }))
  await screen.findByRole('heading', { name: '動画が見つかりません' })
  expect(screen.queryByText('山田 花子')).toBeNull()
})

test('a publication is recorded with its channel and day, and refused at the field without them (D97)', async () => {
  await show('publications')
  await userEvent.click(await screen.findByRole('button', { name: '公開を記録' }))
  await userEvent.click(screen.getByRole('button', { name: '記録' }))
  await screen.findByText('公開先を入力してください。')
  expect(sent).toEqual([])
  await userEvent.type(screen.getByRole('combobox', { name: '公開先' }), '見本ストア')
  enterDay('公開を開始した日', '2026-05-01')
  await userEvent.click(screen.getByRole('button', { name: '記録' }))
  expect(sent).toMatchObject([
    { method: 'PUT', body: { channel: '見本ストア', startedOn: '2026-05-01', endedOn: null } },
  ])
})

test('an open publication is ended with the version that was shown', async () => {
  sales = onSale
  await show('publications')
  await userEvent.click(await screen.findByRole('button', { name: '見本ストアの公開を編集' }))
  enterDay('公開を終了した日', '2026-04-30')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('公開を終了した日は、開始した日以降にしてください。')
  enterDay('公開を終了した日', '2026-05-31')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect(sent).toMatchObject([{ body: { endedOn: '2026-05-31', version: 3 } }])
  expect(sent[0]?.path).toMatch(/\/videos\/v1\/publications\/u1$/)
})

test('an account states that no publication is missing, and can take that back', async () => {
  await show('publications')
  await screen.findByText('公開の状況が未入力')
  sales = { state: 'none', known: true }
  await userEvent.click(await screen.findByRole('button', { name: 'すべて記録済みにする' }))
  await userEvent.click(await screen.findByRole('button', { name: '未入力に戻す' }))
  expect(sent.map(({ body }) => body)).toEqual([{ known: true }, { known: false }])
})

test('the panel names what is missing by person and article, and leads to where it is entered (D106)', async () => {
  await show()
  await screen.findByText('不足あり')
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link('すべての撮影が終わってから4か月を経過していません')).toBe('/videos/v1?tab=shootings')
  expect(link('契約書に記載のない事項があります')).toBe('/videos/v1?tab=contracts')
  expect(link('本人確認書類が承認されていません')).toBe('/performers/p2')
  expect(screen.getByText('（報酬の額と支払時期）')).toBeTruthy()
  expect(screen.getByText('2027年3月1日から公開できます')).toBeTruthy()
  expect(screen.getByText(/乙山 次郎\s*さんは、登録・契約・撮影のいずれかの日に20歳未満/)).toBeTruthy()
  expect(screen.getByText(/適法であることを示すものでも/)).toBeTruthy()
})

test('a part of the facts is entered for several performers at once, with the versions that were shown', async () => {
  await show('contracts')
  await userEvent.click(await screen.findByRole('button', { name: '山田 花子の説明書面を編集' }))
  enterDay('受け取った日', '2026-04-01')
  await userEvent.click(screen.getByRole('checkbox', { name: '乙山 次郎' }))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path: expect.stringContaining('/videos/v1/appearances'),
    body: {
      performers: [
        { id: 'p1', version: 2 },
        { id: 'p2', version: 5 },
      ],
      sheet: { receivedOn: '2026-04-01', explainedOn: null, minutes: null },
    },
  })
})

test('the error of the server appears at the field of the part', async () => {
  refusal = {
    field: 'contract.receivedOn',
    message: '契約書の写しを受け取った日は、契約日以降にしてください。',
  }
  await show('contracts')
  await userEvent.click(await screen.findByRole('button', { name: '山田 花子の契約を編集' }))
  enterDay('契約日', '2026-04-10')
  enterDay('写しを受け取った日', '2026-04-01')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  const field = await screen.findByLabelText('写しを受け取った日')
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText(refusal.message)).toBeTruthy()
})

test('the end of all shooting is moved only with a reason', async () => {
  ended = '2026-05-31'
  await show('shootings')
  await userEvent.click(await screen.findByRole('button', { name: 'すべての撮影が終わった日を編集' }))
  enterDay('すべての撮影が終わった日', '2026-06-30')
  await userEvent.type(screen.getByLabelText('変更する理由'), '追加の撮影')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    version: 4,
    category: 'covered',
    shootingEndedOn: '2026-06-30',
    reopenReason: '追加の撮影',
  })
})

test('on a phone the parts follow each other, and a tablet that is turned keeps an open dialog with what was typed', async () => {
  const media = new EventTarget()
  vi.stubGlobal('matchMedia', (query: string) => Object.assign(media, { media: query, matches: true }))
  await show()
  for (const name of ['出演者', '撮影', '概要', '公開', '履歴'])
    expect(await screen.findByRole('heading', { name })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: '公開を記録' }))
  enterDay('公開を開始した日', '2026-05-01')
  for (const matches of [false, true]) {
    act(() => media.dispatchEvent(Object.assign(new Event('change'), { matches })))
    expect(screen.getByLabelText('公開を開始した日')).toHaveProperty('value', '2026-05-01')
  }
})

test('the particulars of another video are filled in and stored with the dialog', async () => {
  others = [{ id: 'v2', title: '前の作品' }]
  await show('publications')
  await userEvent.click(await screen.findByRole('button', { name: '区分・制作者・審査を編集' }))
  await userEvent.selectOptions(await screen.findByLabelText('別の動画から写す'), 'v2')
  await waitFor(() => expect(screen.getByLabelText('制作者')).toHaveProperty('value', '前の制作者'))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({ version: 4, maker: '前の制作者' })
})

test('a refused publication lists each blocker and keeps what was typed', async () => {
  refusal = { field: 'fourMonths', message: 'すべての撮影が終わってから4か月を経過していません（9条）' }
  code = 'RECORDS_MISSING'
  await show('publications')
  await userEvent.click(await screen.findByRole('button', { name: '公開を記録' }))
  await userEvent.type(screen.getByRole('combobox', { name: '公開先' }), '見本ストア')
  enterDay('公開を開始した日', '2026-05-01')
  await userEvent.click(screen.getByRole('button', { name: '記録' }))
  await screen.findByText(refusal.message)
  expect(screen.getByLabelText('公開を開始した日')).toHaveProperty('value', '2026-05-01')
})

test('open and completed requests that stop the video are named on top with a link; an unfounded one only in the tab (D108)', async () => {
  const line = { kind: 'cancellation', video: { id: 'v1', title: '見本作品' }, dueAt: '2026-05-02T00:00:00Z' }
  const closedAt = '2026-05-01T00:00:00Z'
  const original = { id: 'v0', title: '本編' }
  takedowns = (path) =>
    path.includes('state=closed')
      ? [
          { ...line, id: 't2', number: 'T-2', state: 'completed', closedAt, video: original },
          { ...line, id: 't3', number: 'T-3', state: 'unfounded', closedAt },
        ]
      : [{ ...line, id: 't1', number: 'T-1', state: 'held', closedAt: null }]
  await show('publications')
  const notice = (await screen.findByText(/公開停止の申し出があるため/)).closest<HTMLElement>(
    '[role="status"]',
  )
  const links = [...(notice?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/takedowns/t1', '/takedowns/t2'])
  expect(notice?.textContent).toContain('元の作品「本編」への申し出')
  const list = await screen.findByRole('list', { name: '公開停止の申し出' })
  expect(list.textContent).toContain('期限を')
  expect(list.textContent).toContain('理由なし')
})
