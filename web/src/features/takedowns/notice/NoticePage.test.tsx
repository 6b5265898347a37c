import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../../testing/render.tsx'
import { NoticePage } from './NoticePage.tsx'

let sent: unknown[]
let reply: () => Response

beforeEach(() => {
  sent = []
  reply = () => Response.json({ number: 'T-ABCD-1234' }, { status: 201 })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    if (!path.includes('/takedown-notices')) return Response.json({ csrfToken: 'token' })
    sent.push(JSON.parse(String(body)))
    return reply()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

async function show(lang: 'ja' | 'en') {
  history.replace(`/takedown?lang=${lang}`)
  await renderPage(<NoticePage />, { path: '/takedown' })
  await screen.findByRole('heading', { level: 1 })
}

test('a kind and a title are enough, no reason is asked, and the number is shown with what happens next (D108)', async () => {
  await show('ja')
  expect(screen.getByText(/理由はうかがいません。/)).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /出演をやめたい/ }))
  await userEvent.type(screen.getByLabelText('作品のタイトル、品番またはURL'), 'ABC-001')
  await userEvent.click(screen.getByRole('button', { name: '申し出を送る' }))
  expect((await screen.findByRole('status', { name: '受付番号' })).textContent).toBe('T-ABCD-1234')
  expect(screen.getByText(/24時間以内の対応/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('申し出を受け付けました')
  expect(sent).toEqual([
    { kind: 'cancellation', title: 'ABC-001', name: '', email: null, text: '', website: '' },
  ])
})

test('what is missing is named at its field, in the language of the page', async () => {
  await show('en')
  expect(document.documentElement.lang).toBe('en')
  await userEvent.type(screen.getByLabelText('E-mail address'), 'someone')
  await userEvent.click(screen.getByRole('button', { name: 'Send the request' }))
  for (const text of [
    'Choose the kind of your request.',
    'Enter the title, product number or address.',
    'Enter a valid e-mail address.',
  ])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(sent).toEqual([])
})

test('what was entered stays when the language changes and after a failure', async () => {
  reply = () =>
    Response.json({ status: 429, code: 'RATE_LIMITED', title: '回数の上限です。' }, { status: 429 })
  await show('ja')
  await userEvent.click(screen.getByRole('radio', { name: /無断で載せられている/ }))
  await userEvent.type(screen.getByLabelText('作品のタイトル、品番またはURL'), 'ABC-001')
  await userEvent.click(screen.getByRole('button', { name: 'English' }))
  const title = await screen.findByLabelText('Title, product number or address (URL)')
  expect(title).toHaveProperty('value', 'ABC-001')
  await userEvent.click(screen.getByRole('button', { name: 'Send the request' }))
  await screen.findByText(/You can send the next one after/)
  await waitFor(() => expect(title).toHaveProperty('value', 'ABC-001'))
})
