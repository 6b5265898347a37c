import type { SharedVideo, VideoShare } from '@kyc/contract/shares.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { SharedVideoListPage } from './SharedVideoListPage.tsx'
import { SharedVideoPage } from './SharedVideoPage.tsx'
import { ShareSection } from './ShareSection.tsx'

type Reply = () => Response | Promise<Response>
const never = () => new Promise<Response>(() => undefined)
const failing = () =>
  Response.json(
    { code: 'INTERNAL', title: '失敗', status: 500, errors: [], requestId: 'r-1' },
    { status: 500 },
  )
const refused = (code: string, title: string, errors: object[] = [], status = 404) =>
  Response.json({ code, title, status, errors, requestId: 'r-1' }, { status })

/** The replies of the server, by method and path. `asked` keeps each call that is not a GET. */
let replies: Record<string, Reply>
let asked: string[]

beforeEach(() => {
  asked = []
  replies = {}
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, init: { method?: string; body?: string } = {}) => {
    const method = init.method ?? 'GET'
    const [place = ''] = path.replace(/^\/api/, '').split('?')
    if (method !== 'GET') asked.push(`${method} ${place} ${init.body ?? ''}`.trim())
    if (place === '/organisations/own')
      return Response.json([
        { id: 'o1', name: '例題配信', kind: 'distributor', role: 'staff', disabledReason: null },
      ])
    if (place === '/auth/csrf') return Response.json({ token: 't' })
    return replies[`${method} ${place}`]?.() ?? Response.json([])
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

const video = { id: 'v1', title: '夏の終わりに' } as Video // the fields that the section reads
const company: VideoShare = {
  id: 's1',
  recipient: '例題配信',
  isPartner: false,
  channel: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  createdBy: '制作 花子',
  live: true,
  papers: [{ type: 'contract', until: '2026-12-01T00:00:00.000Z' }],
}
const partner: VideoShare = {
  ...company,
  id: 's2',
  recipient: '見本ストア',
  isPartner: true,
  channel: '見本ストア',
  papers: [],
}
const showSection = (reply: Reply) => {
  replies['GET /videos/v1/shares'] = reply
  return renderPage(<ShareSection video={video} />)
}

test('the section shows its shape while it loads', async () => {
  await showSection(never)
  expect(screen.getByRole('heading', { name: '共有' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: '共有先' })).toBeNull()
})

test('the section explains what sharing is while there is no share', async () => {
  await showSection(() => Response.json([]))
  await screen.findByText(/書類を受け取らずに読めるようになります/)
})

test('the section states a failure with a retry', async () => {
  await showSection(failing)
  await screen.findByText('共有を取得できませんでした')
  replies['GET /videos/v1/shares'] = () => Response.json([company])
  await userEvent.click(screen.getByRole('button', { name: /再試行|もう一度/ }))
  await screen.findByText('例題配信')
})

test('a share of a company permits documents; one of a partner names it and permits none', async () => {
  await showSection(() => Response.json([company, partner, { ...partner, id: 's3', live: false }]))
  const lines = within(await screen.findByRole('list', { name: '共有先' })).getAllByRole('listitem')
  const [ofCompany, ofPartner, stopped] = lines
  if (!ofCompany || !ofPartner || !stopped) throw new Error('three shares')
  expect(within(ofCompany).getByRole('button', { name: '例題配信の契約書の閲覧の許可を終了' })).toBeTruthy()
  expect(within(ofPartner).getByText('提携先')).toBeTruthy()
  expect(within(ofPartner).queryByText(/契約書/)).toBeNull()
  expect(within(stopped).getByText('停止中')).toBeTruthy()
  expect(within(stopped).getByText(/提携先の利用が停止されているため/)).toBeTruthy()
})

test('a wrong id is refused at its field, and a right one closes the dialog', async () => {
  await showSection(() => Response.json([]))
  await userEvent.click(await screen.findByRole('button', { name: '共有先を追加' }))
  const dialog = await screen.findByRole('dialog', { name: '動画の共有' })
  const send = within(dialog).getByRole('button', { name: '共有する' })
  const text = 'IDを、共有先にご確認ください。'
  replies['PUT /videos/v1/shares'] = () =>
    refused('INVALID_INPUT', '入力内容を確認してください。', [{ field: 'recipient', message: text }], 400)
  await userEvent.type(within(dialog).getByRole('textbox', { name: '共有先のID' }), 'x')
  await userEvent.click(send)
  await within(dialog).findByText(text)
  replies['PUT /videos/v1/shares'] = () => Response.json([partner])
  await userEvent.click(send)
  await screen.findByText('提携先')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

const shared: SharedVideo = {
  id: 's1',
  title: '夏の終わりに',
  productNumber: 'MHN-0123',
  owner: '見本制作',
  recipient: { id: 'o1', name: '例題配信' },
  channel: null,
  sharedAt: '2026-11-01T00:00:00.000Z',
  records: {
    day: '2026-11-28',
    rulesVersion: '2026-11-28',
    category: 'covered',
    facts: [],
    performers: [{ id: 'a1', number: 1, stageName: 'さくら', facts: [] }],
    blockers: [{ rule: 'contract', performer: 1, from: null }],
    overridden: [],
    changesOn: null,
  },
  papers: [],
}
const showPage = (reply: Reply) => {
  replies['GET /shared-videos/s1'] = reply
  history.replace('/shared-videos/s1')
  return renderPage(<SharedVideoPage />, { path: '/shared-videos/$id', layout: 'signed-in' })
}

test('the page of a shared video shows its shape while it loads', async () => {
  await showPage(never)
  expect(screen.getByRole('heading', { level: 1, name: '共有された動画' })).toBeTruthy()
})

test('the page of a share that has ended shows nothing of it', async () => {
  await showPage(() => refused('SHARE_NOT_FOUND', '共有された動画が見つかりません。'))
  expect((await screen.findAllByText(/共有された動画が見つかりません/)).length).toBeGreaterThan(0)
})

test('the page states a failure', async () => {
  await showPage(failing)
  await screen.findByText('共有された動画を取得できませんでした')
})

test('the page names the performer by its stage name, and states that no document can be opened', async () => {
  await showPage(() => Response.json(shared))
  await screen.findByRole('region', { name: '出演者1「さくら」' })
  expect(screen.getByText(/出演者1「さくら」：/)).toBeTruthy()
  expect(screen.getByText(/開ける書類はありません/)).toBeTruthy()
})

test('the recipient ends the share itself, and returns to the list', async () => {
  await showPage(() => Response.json(shared))
  replies['DELETE /shared-videos/s1'] = () => new Response(null, { status: 204 })
  await userEvent.click(await screen.findByRole('button', { name: '共有を終了' }))
  const dialog = await screen.findByRole('dialog', { name: '共有の終了' })
  await userEvent.click(within(dialog).getByRole('button', { name: '共有を終了' }))
  await screen.findByText('別のページ')
  expect(history.location.pathname).toBe('/shared-videos')
  expect(asked.map((each) => each.split(' ').slice(0, 2).join(' '))).toContain('DELETE /shared-videos/s1')
})

const showList = (reply: Reply) => {
  replies['GET /shared-videos'] = reply
  history.replace('/shared-videos')
  return renderPage(<SharedVideoListPage />, { path: '/shared-videos', layout: 'signed-in' })
}

test('an empty list states that no title is shared', async () => {
  await showList(() => Response.json([]))
  await screen.findByText('共有された動画はありません')
})

test('the list states a failure, and after a retry shows a title with its owner', async () => {
  await showList(failing)
  await screen.findByText('共有された動画の一覧を取得できませんでした')
  const { records: _, papers: __, ...line } = shared
  replies['GET /shared-videos'] = () => Response.json([{ ...line, gate: 'missing' }])
  await userEvent.click(screen.getByRole('button', { name: /再試行|もう一度/ }))
  expect((await screen.findByRole('link', { name: '夏の終わりに' })).getAttribute('href')).toBe(
    '/shared-videos/s1',
  )
  expect(screen.getByText('見本制作')).toBeTruthy()
})
