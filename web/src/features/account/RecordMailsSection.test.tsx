import type { OrganisationKind } from '@kyc/contract/organisations.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { RecordMailsSection } from './RecordMailsSection.tsx'

const user = userEvent.setup()
let kinds: OrganisationKind[]
let stored: unknown
let asked: string[]

beforeEach(() => {
  stored = { recordMails: 'daily' }
  asked = []
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push(path)
    if (path === '/api/organisations/own') return Response.json(kinds.map((kind, id) => ({ id, kind })))
    if (path !== '/api/account/record-mails') return Response.json({ csrfToken: 'token' })
    if (method === 'PUT') stored = JSON.parse(String(body))
    return Response.json(stored)
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a member of a company chooses when mails about records of others arrive', async () => {
  kinds = ['producer', 'personal']
  await renderPage(<RecordMailsSection />)
  const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: /^ほかのメンバーが登録した/ })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '受け取り方を変更' })
  expect([select.value, [...select.options].map(({ text }) => text)]).toEqual([
    'daily',
    ['すぐに', '1日1回まとめて', '受け取らない'],
  ])
  await user.click(button)
  expect(screen.getByText('変更はありません')).toBeTruthy()
  await user.selectOptions(select, '受け取らない')
  await user.click(button)
  await waitFor(() => screen.getByText('変更はありません'))
  expect(stored).toEqual({ recordMails: 'off' })
  expect(select.value).toBe('off')
})

test('an account without colleagues has no setting for mails about records of others', async () => {
  kinds = ['personal']
  const { container } = await renderPage(<RecordMailsSection />)
  await waitFor(() => expect(asked).toEqual(['/api/organisations/own']))
  await new Promise((resolve) => setTimeout(resolve))
  expect(container.querySelector('section')).toBeNull()
  expect(asked).toEqual(['/api/organisations/own'])
})
