import type { PageSession, PageSigning } from '@kyc/contract/page-session.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { pageSession, pageSigning } from '../../../testing/signings.ts'
import { SigningSteps } from './SigningSteps.tsx'

const sent: { path: string; body: unknown }[] = []
let reply: (path: string) => Response
const at = '2026-11-21T00:00:00.000Z'
const read: PageSigning = { ...pageSigning, state: 'read', sheetReceivedAt: at, readAt: at, obstacles: [] }

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (!path.includes('/performer-page/')) return Response.json({ csrfToken: 'token' })
    sent.push({ path, body: body ? JSON.parse(String(body)) : null })
    return reply(path)
  })
})
afterEach(() => vi.unstubAllGlobals())

function Shown({ signing, refreshed }: { signing: PageSigning; refreshed: PageSigning }) {
  const [session, show] = useState<PageSession>({ ...pageSession, signings: [signing] })
  const [shown = signing] = session.signings
  return (
    <SigningSteps
      session={session}
      signing={shown}
      onSession={show}
      onError={() => {}}
      onLeave={() => {}}
      onRefresh={async () => show({ ...session, signings: [refreshed] })}
    />
  )
}

async function open(signing: PageSigning, refreshed = signing) {
  await renderPage(<Shown signing={signing} refreshed={refreshed} />)
  await screen.findByRole('heading', { level: 1 }, { timeout: 5000 })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const title = (name: string) => screen.findByRole('heading', { level: 1, name }, { timeout: 5000 })
const session = (signing: PageSigning) => Response.json({ ...pageSession, signings: [signing] })
const problem = (code: string, text: string, status: number) =>
  Response.json(
    { code, title: text, status },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )

test('the first step says who explains the contract, and what is not recorded yet', async () => {
  await open(pageSigning)
  await title('契約の説明')
  expect(screen.getByText('2026年11月20日に、制作 花子さんが日本語で説明する予定です。')).toBeTruthy()
  expect(screen.getByText(/そのことが記録されるまでは、署名できません/)).toBeTruthy()
})

test.each([
  ['talk', pageSigning],
  ['contract', { ...pageSigning, sheetReceivedAt: at }],
  ['wait', { ...read, obstacles: ['waiting'] }],
  ['sign', read],
] as [string, PageSigning][])('the contract is refused in two taps from the step %s', async (_, signing) => {
  reply = () => session({ ...signing, state: 'refused' })
  await open(signing)
  await press('契約しない')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).queryByRole('textbox'), 'no reason is asked for').toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: '契約しない' }))
  await title('契約しないことを伝えました')
  expect(sent.filter(({ path }) => path.endsWith('/refusal'))).toHaveLength(1)
})

test('everything that stops the signature is listed with what to do, and a refresh continues once nothing does', async () => {
  const waiting: PageSigning = {
    ...read,
    obstacles: ['talk', 'waiting', 'identity'],
    signableFrom: '2026-11-22T15:00:00.000Z',
  }
  await open(waiting, read)
  await title('署名の前に')
  for (const text of [
    /^契約の説明を受けて/,
    /よく考えるための時間が過ぎること/,
    /本人確認書類を提出すること/,
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('署名できるのは、2026年11月23日 00:00（日本時間）からです。')).toBeTruthy()
  await press('最新の状態を確認')
  await title('署名')
})

test('a question is sent with a text only, and stops the signature until it is answered', async () => {
  reply = () =>
    session({
      ...read,
      state: 'question',
      obstacles: ['question'],
      questions: [{ id: 'q1', text: '交通費は出ますか。', at, answer: null }],
    })
  await open(read)
  await title('署名')
  await press('質問する')
  await press('質問を送る')
  expect(screen.getByText('質問の内容を入力してください。')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(screen.getByRole('textbox', { name: '質問の内容' }), ' 交通費は出ますか。 ')
  await press('質問を送る')
  await title('署名の前に')
  expect(screen.getByText('あなたの質問に、制作者が回答すること。')).toBeTruthy()
  expect(screen.getByText('回答を待っています。')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ text: '交通費は出ますか。' }])
})

test('without a drawing, the code of six digits signs the contract that was read', async () => {
  reply = (path) => {
    if (path.endsWith('/code')) return new Response(null, { status: 204 })
    return sent.length < 3
      ? problem('SECOND_FACTOR_INVALID', '確認コードが正しくありません。', 400)
      : session({ ...read, state: 'signed', signedAt: at })
  }
  await open(read)
  await title('署名')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'この契約書に署名する' }).disabled).toBe(true)
  await press('確認コードを送る')
  const code = await screen.findByRole('textbox', { name: '確認コード（6桁）' })
  await userEvent.type(code, '12')
  await press('この契約書に署名する')
  expect(screen.getByText('6桁の数字を入力してください。')).toBeTruthy()
  await userEvent.clear(code)
  await userEvent.type(code, '１２３ 456')
  await press('この契約書に署名する')
  expect(await screen.findByText('確認コードが正しくありません。')).toBeTruthy()
  await press('この契約書に署名する')
  await title('契約書の写し')
  expect(screen.getByText(/写しを作成しています/)).toBeTruthy()
  expect(sent.at(-1)?.body).toEqual({ code: '123456', contractSha256: 'a'.repeat(64), strokes: null })
})

test('a drawing is sent as lines between 0 and 1, and can be cleared', async () => {
  reply = (path) =>
    path.endsWith('/code')
      ? new Response(null, { status: 204 })
      : session({ ...read, state: 'signed', signedAt: at })
  await open(read)
  await title('署名')
  const pad = screen.getByRole('img', { name: '手書きの署名（任意）' })
  Object.assign(pad, {
    getBoundingClientRect: () => ({ left: 10, top: 20, width: 200, height: 80 }),
    setPointerCapture: () => {},
  })
  const stroke = () => {
    fireEvent.pointerDown(pad, { pointerId: 1, button: 0, clientX: 30, clientY: 30 })
    fireEvent.pointerMove(pad, { pointerId: 1, clientX: 110, clientY: 60 })
    fireEvent.pointerMove(pad, { pointerId: 1, clientX: 400, clientY: 60 })
    fireEvent.pointerUp(pad, { pointerId: 1, clientX: 400, clientY: 60 })
  }
  stroke()
  expect(screen.getByText('手書きの署名があります')).toBeTruthy()
  await press('クリア')
  expect(screen.getByText('手書きの署名はありません')).toBeTruthy()
  stroke()
  await press('確認コードを送る')
  await userEvent.type(await screen.findByRole('textbox', { name: '確認コード（6桁）' }), '123456')
  await press('この契約書に署名する')
  await title('契約書の写し')
  expect(sent.at(-1)?.body).toMatchObject({
    strokes: [
      [
        [0.1, 0.125],
        [0.5, 0.5],
        [1, 0.5],
      ],
    ],
  })
})

test('the receipt of the copy can be stated only after its download', async () => {
  const signed: PageSigning = { ...read, state: 'signed', signedAt: at, copyReady: true }
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  reply = (path) =>
    path.endsWith('/copy')
      ? new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })
      : session({ ...signed, state: 'copyReceived', copyReceivedAt: at })
  await open(signed)
  await title('契約書の写し')
  const receive = screen.getByRole<HTMLButtonElement>('button', { name: '写しを受け取りました' })
  expect(receive.disabled).toBe(true)
  await press('写しをダウンロード')
  await screen.findByText('写しをダウンロードしました。')
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
  await press('写しを受け取りました')
  await title('手続きは完了しました')
  expect(
    screen.queryByRole('button', { name: '契約しない' }),
    'a signed contract is ended, not refused',
  ).toBeNull()
})
