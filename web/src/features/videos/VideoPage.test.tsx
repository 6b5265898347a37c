import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { Publications } from '@kyc/contract/publications.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
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
      version: 3,
    },
  ],
}
let visible: boolean
let sales: Partial<Publications>
let sent: { method: string; path: string; body: unknown }[]

beforeEach(() => {
  visible = true
  sales = {}
  sent = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'PUT') return reply(path)
    sent.push({ method, path, body: JSON.parse(String(body)) })
    return Response.json({ ...noPublications, ...sales })
  })
  history.replace('/videos/v1')
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
  if (path.endsWith('/publications')) return Response.json({ ...noPublications, ...sales })
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

function enterDay(label: string, value: string): void {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

async function show() {
  await renderPage(
    <>
      <VideoPage />
      <Refetch />
    </>,
    { path: '/videos/$id', layout: 'signed-in' },
  )
  await screen.findByText('山田 花子')
}

test('a video that the account may not see any more disappears with its performers (D2, D67)', async () => {
  await show()
  visible = false
  await userEvent.click(screen.getByRole('button', { name: '再取得' }))
  await screen.findByRole('heading', { name: '動画が見つかりません' })
  expect(screen.queryByText('山田 花子')).toBeNull()
})

test('a publication is recorded with its channel and day, and refused at the field without them (D97)', async () => {
  await show()
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
  await show()
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
  await show()
  await screen.findByText('公開の状況が未入力')
  sales = { state: 'none', known: true }
  await userEvent.click(await screen.findByRole('button', { name: 'すべて記録済みにする' }))
  await userEvent.click(await screen.findByRole('button', { name: '未入力に戻す' }))
  expect(sent.map(({ body }) => body)).toEqual([{ known: true }, { known: false }])
})
