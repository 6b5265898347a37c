import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { PerformerConsent, PerformerLink } from '@kyc/contract/performer-link-progress.ts'
import { getPerformerLink } from '@kyc/contract/performer-links.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { LinkSection } from './LinkSection.tsx'

const performer = { id: 'p1', name: '山田 花子', email: 'hanako@example.com', idKind: null } as Performer // the fields that the section reads
const link: PerformerLink = {
  id: 'l1',
  state: 'submitting',
  language: 'ja',
  email: 'h***@example.com',
  createdAt: '2026-11-22T00:00:00.000Z',
  expiresAt: '2026-11-25T00:00:00.000Z',
  openedAt: '2026-11-22T01:00:00.000Z',
  consentedAt: '2026-11-22T01:01:00.000Z',
  statedAt: '2026-11-22T01:02:00.000Z',
  differs: [],
  doneAt: null,
  documents: [
    { type: 'idFront', required: true, submitted: true },
    { type: 'selfie', required: true, submitted: false },
  ],
}
const consent: PerformerConsent = {
  at: '2026-11-22T01:01:00.000Z',
  version: '2026-11-1',
  language: 'en',
  wording: 'I consent.',
  delivery: 'code',
}
/** Every slot of the registration, verified. */
const complete = ['agreementFile', 'idFront', 'idBack', 'selfie', 'selfieWithId'].map(
  (type) => ({ type, status: 'verified', expiresOn: null }) as PerformerDocument, // the fields that the section reads
)

const sent: { method: string | undefined; path: string; body: unknown }[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (!path.endsWith('/link')) return Response.json({ csrfToken: 'token' })
    if (method === 'GET') return Response.json({ link, consents: [] })
    const values = body ? JSON.parse(String(body)) : null
    sent.push({ method, path, body: values })
    if (method === 'DELETE') return new Response(null, { status: 204 })
    return Response.json(
      { link, url: values.email ? null : 'https://kyc.example/p#token=t' },
      { status: 201 },
    )
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (
  found: { link: PerformerLink | null; consents: PerformerConsent[] },
  documents: readonly PerformerDocument[] = [],
) =>
  renderPage(<LinkSection performer={performer} documents={documents} />, {
    fetched: [[keyOf(getPerformerLink, { params: { id: 'p1' } }), found]],
  })

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a link is mailed to the address of the record or to another one, and not without an address (D66)', async () => {
  await show({ link: null, consents: [] })
  await press('本人に提出してもらう')
  const address = await screen.findByRole('textbox', { name: /ご本人のメールアドレス/ })
  await userEvent.clear(address)
  await press('リンクを送る')
  expect(screen.getByText('メールアドレスを入力してください。')).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.type(address, 'own@example.com')
  await userEvent.click(screen.getByRole('radio', { name: 'English' }))
  await press('リンクを送る')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { method: 'POST', path: '/api/performers/p1/link', body: { email: 'own@example.com', language: 'en' } },
  ])
})

test('without a mail, the link is shown once as a QR code', async () => {
  await show({ link: null, consents: [] })
  await press('本人に提出してもらう')
  await userEvent.click(await screen.findByRole('radio', { name: /^QRコードを見せる/ }))
  expect(screen.queryByRole('textbox')).toBeNull()
  await press('QRコードを表示')
  expect(await screen.findByRole('img', { name: '提出用のリンクのQRコード' })).toBeTruthy()
  expect(screen.getByRole('dialog').textContent).toContain('最初に開いた端末だけで手続きできます')
  expect(sent[0]?.body).toEqual({ email: null, language: 'ja' })
})

test('the section shows the progress of the link and the stored consent; the link can be revoked or replaced', async () => {
  await show({ link, consents: [consent] })
  expect(screen.getByText('提出中')).toBeTruthy()
  const steps = within(screen.getByRole('list', { name: '進み具合' })).getAllByRole('listitem')
  expect(steps.filter((step) => step.dataset.done).map((step) => step.textContent)).toEqual([
    'リンクの作成2026年11月22日 09:00',
    'リンクを開く2026年11月22日 10:00',
    '同意2026年11月22日 10:01',
    '氏名と生年月日の入力2026年11月22日 10:02',
    '身分証明書表面提出済み',
  ])
  expect(screen.getByText('I consent.').getAttribute('lang')).toBe('en')
  expect(screen.getByText(/^本人の同意/).textContent).toContain('QRコードで見せたリンク')
  await press('もう一度送る')
  expect((await screen.findByRole('dialog')).textContent).toContain('これまでのリンクは使えなくなります')
  await press('キャンセル')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('取り消す')
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '取り消す' }))
  await waitFor(() =>
    expect(sent).toEqual([{ method: 'DELETE', path: '/api/performers/p1/link', body: null }]),
  )
})

test('the section names the entered details that differ from the record', async () => {
  await show({ link: { ...link, differs: ['name', 'dateOfBirth'] }, consents: [] })
  expect(screen.getByText('本人が入力した氏名と生年月日は、登録と異なります')).toBeTruthy()
})

test('with nothing left to request, the section is empty, or shows the stored consent and offers no other link', async () => {
  const { unmount } = await show({ link: null, consents: [] }, complete)
  expect(screen.queryByRole('heading')).toBeNull()
  unmount()
  await show({ link: { ...link, state: 'done' }, consents: [consent] }, complete)
  expect(screen.getByText('I consent.')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})
