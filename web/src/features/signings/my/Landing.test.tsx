import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { pageSession, pageSigning, pageTitle } from '../../../testing/signings.ts'
import { LanguageContext } from '../../performer-links/frame/language.ts'
import { Landing } from './Landing.tsx'

const sent: { path: string; body: unknown }[] = []
let reply: () => Response
const opened = vi.fn()

beforeEach(() => {
  sent.length = 0
  opened.mockClear()
  vi.stubGlobal('isSecureContext', true)
  // The server: one reply for the act.
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    if (!path.includes('/performer-page/')) return Response.json({ csrfToken: 'token' })
    sent.push({ path, body: body ? JSON.parse(String(body)) : null })
    return reply()
  })
})
afterEach(() => vi.unstubAllGlobals())

function Shown({ session }: { session: PageSession }) {
  const [shown, show] = useState(session)
  return <Landing session={shown} onSession={show} onError={() => {}} onOpen={opened} />
}

async function open(session: PageSession, language: LinkLanguage = 'ja') {
  await renderPage(
    <LanguageContext value={language}>
      <Shown session={session} />
    </LanguageContext>,
  )
  await screen.findByRole('heading', { level: 1 })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('the contract to sign comes first, with its next step as the one filled button', async () => {
  await open(pageSession)
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(headings).toEqual([
    '署名をお願いする契約',
    'あなたの作品',
    'ほかの組織に確認済みの結果を使わせる',
    'あなたの書類を開いた組織',
    'あなたの情報の開示',
    '相談できる窓口',
  ])
  const filled = screen.getAllByRole('button').filter((each) => each.dataset.variant === 'filled')
  expect(filled.map((each) => each.getAttribute('aria-label'))).toEqual(['内容を確認する：夏の見本'])
  await press('内容を確認する：夏の見本')
  expect(opened).toHaveBeenCalledWith('s1')
})

test('without contracts and titles, the page says so and still names the help lines', async () => {
  await open({ ...pageSession, signings: [], titles: [], openings: [] })
  for (const text of [
    '署名をお願いする契約はありません。',
    'あなたが出演する作品は、まだ登録されていません。',
    'まだ開かれていません。',
  ])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: '#8891' }).getAttribute('href')).toBe('tel:%238891')
})

test('a contract that has ended offers no act, and one that was received offers its copy', async () => {
  const done = { ...pageSigning, id: 's2', state: 'copyReceived', signedAt: pageSigning.sentAt } as const
  await open({
    ...pageSession,
    signings: [
      { ...pageSigning, state: 'revoked' },
      { ...done, copyReady: true, copyReceivedAt: pageSigning.sentAt },
    ],
  })
  expect(within(screen.getByRole('region', { name: '終わった依頼' })).queryByRole('button')).toBeNull()
  await press('契約の内容を見る：夏の見本')
  expect(opened).toHaveBeenCalledWith('s2')
})

test('a title shows days and where it is published; an address that is no web page is no link', async () => {
  const odd = { ...pageTitle, videoId: 'v2', title: '冬の見本', footage: null }
  const publications = [{ ...pageTitle.publications[0], address: 'javascript:alert(1)' }]
  await open({ ...pageSession, titles: [pageTitle, { ...odd, publications } as typeof pageTitle] })
  expect(screen.getAllByText('2026年3月3日から')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /^https:\/\/example\.com\/v/ })).toBeTruthy()
  expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull()
})

test('a contract is ended in two taps, without a reason, and the heading takes the focus of the removed button', async () => {
  const ended = { kind: 'cancelled', on: '2026-11-27' } as const
  reply = () => Response.json({ ...pageSession, titles: [{ ...pageTitle, ended }] })
  await open(pageSession)
  await press('契約を解除する：夏の見本')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).queryByRole('textbox'), 'no reason is asked for').toBeNull()
  expect(dialog.textContent).toContain('違約金や損害賠償を払う必要はありません')
  await userEvent.click(within(dialog).getByRole('button', { name: '解除する' }))
  expect(await screen.findByText('契約を解除しました。')).toBeTruthy()
  expect(sent).toEqual([{ path: '/api/performer-page/l1/titles/v1/withdrawal', body: null }])
  expect(screen.queryByRole('button', { name: /^契約を解除する/ })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('夏の見本'))
})

test('the footage is confirmed at once and declined after a question; a failure is shown in the language of the page', async () => {
  reply = () => Response.json({ code: 'APPEARANCE_STATE', title: '日本語', status: 409 }, { status: 409 })
  await open(pageSession, 'en')
  await press('I have seen it: 夏の見本')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You have answered already, or there is no footage to see.',
  )
  reply = () =>
    Response.json({
      ...pageSession,
      titles: [{ ...pageTitle, footage: { ...pageTitle.footage, answer: 'declined' } }],
    })
  await press('Decline: 夏の見本')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
  expect(await screen.findByText('You declined to see the footage.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([{ answer: 'seen' }, { answer: 'declined' }])
})

test('disclosure can be requested once, and the day of the request remains shown', async () => {
  reply = () => Response.json({ ...pageSession, disclosureRequestedAt: '2026-11-27T05:00:00.000Z' })
  await open(pageSession)
  await press('開示を求める')
  expect(await screen.findByText(/2026年11月27日 14:05|2026年11月27日 14:00/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '開示を求める' })).toBeNull()
})
