import { type ContractTemplate, listTemplates } from '@kyc/contract/contract-templates.ts'
import { placeholders } from '@kyc/contract/template-check.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../../api/queries.ts'
import { asMember, company } from '../../../testing/members.ts'
import { history, renderPage } from '../../../testing/render.tsx'
import { Drafts, DraftsContext } from '../../../ui/drafts.ts'
import { TemplatePage } from './TemplatePage.tsx'
import { TemplatesPage } from './TemplatesPage.tsx'

const whole = placeholders.map((name) => `{{${name}}}`).join('\n')
const neutral: ContractTemplate = {
  id: 'neutral-contract-ja',
  type: 'contract',
  language: 'ja',
  name: '標準の契約書',
  text: whole,
  version: 1,
  neutral: true,
  updatedAt: null,
  updatedBy: null,
}
const own: ContractTemplate = {
  ...neutral,
  id: 't1',
  name: '自社の契約書',
  neutral: false,
  version: 3,
  updatedAt: '2026-11-20T00:00:00.000Z',
  updatedBy: '制作 花子',
}

let stored: readonly ContractTemplate[]
let sent: { path: string; method: string; body: unknown }[]
let drafts: Drafts
let queries: QueryClient

beforeEach(() => {
  sent = []
  drafts = new Drafts()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/auth/')) return Response.json({ csrfToken: 'token' })
    if (path.endsWith('/organisations/own')) return Response.json([company])
    if (method === 'GET') return Response.json(stored)
    sent.push({ path, method, body: body ? JSON.parse(String(body)) : null })
    return Response.json({ ...own, id: 't2' })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function open(id: string, templates: readonly ContractTemplate[] = [own, neutral]) {
  const isList = id === ''
  stored = templates
  history.replace(
    `/organisation/templates${isList ? '' : `/${id}`}${id.includes('?') ? '&' : '?'}organisation=o1`,
  )
  const member = asMember([company])
  const Page = () => {
    queries = useQueryClient()
    return isList ? <TemplatesPage /> : <TemplatePage />
  }
  const page = (
    <DraftsContext value={drafts}>
      <Page />
    </DraftsContext>
  )
  await renderPage(page, {
    ...member,
    path: isList ? '/organisation/templates' : '/organisation/templates/$id',
    layout: 'signed-in',
    fetched: [
      ...(member.fetched ?? []),
      [keyOf(listTemplates, { query: { organisation: 'o1' } }), templates],
    ],
  })
  await screen.findByRole('heading', { level: 1 })
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: '本文' })

test('the list marks neutral templates as no legal advice, and says so when there is no other', async () => {
  await open('', [neutral])
  expect(await screen.findByText('自社のテンプレートはまだありません')).toBeTruthy()
  const row = screen.getByRole('row', { name: /標準の契約書/ })
  expect(within(row).getByText('法的助言ではありません')).toBeTruthy()
})

test('a neutral template is read, never changed', async () => {
  await open('neutral-contract-ja')
  expect(screen.getByText('見本のため、変更できません')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a fact that a contract lacks is named at once and inserted at the cursor, and saving sends the version shown', async () => {
  await open('t1')
  fireEvent.change(text(), { target: { value: whole.replace('{{fee}}', '報酬：') } })
  expect(screen.getByText(/次の項目を差し込む場所がありません：報酬の額と支払時期/)).toBeTruthy()
  expect(screen.getByText('必須・本文にありません')).toBeTruthy()
  await press('保存')
  expect(sent, 'it is refused before it is sent').toEqual([])
  const place = text().value.indexOf('報酬：') + 3
  text().setSelectionRange(place, place)
  await press('報酬の額と支払時期を差し込む')
  expect(text().value).toContain('報酬：{{fee}}')
  expect(screen.queryByText('このままでは保存できません')).toBeNull()
  await press('保存')
  expect(sent).toEqual([
    {
      path: '/api/contract-templates/t1',
      method: 'PUT',
      body: { name: '自社の契約書', text: whole.replace('{{fee}}', '報酬：{{fee}}'), version: 3 },
    },
  ])
})

test('a template is made from another one', async () => {
  await open('new?from=neutral-contract-ja')
  await press('作成')
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/contract-templates?organisation=o1',
  ])
})

test('a template is deleted after a question', async () => {
  await open('t1')
  await press('削除')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '削除' }))
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: '/api/contract-templates/t1' })
})

test('the end of a session covers a changed template, also while it is saved (D72)', async () => {
  await open('t1')
  expect(drafts.any).toBe(false)
  fireEvent.change(text(), { target: { value: `${whole}\n特約` } })
  expect(drafts.any).toBe(true)
  const reply = vi.mocked(fetch)
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    init.method === 'PUT' ? new Promise(() => {}) : reply(path, init),
  )
  await press('保存')
  expect(drafts.any).toBe(true)
})

test('a template is saved with the version that was edited, not with one that was fetched meanwhile', async () => {
  await open('t1')
  fireEvent.change(text(), { target: { value: `${whole}\n特約` } })
  stored = [{ ...own, text: `${whole}\n別の特約`, version: 4 }, neutral]
  await act(() => queries.invalidateQueries())
  expect(await screen.findByText(/第4版/)).toBeTruthy()
  await press('保存')
  expect(sent).toMatchObject([{ body: { text: `${whole}\n特約`, version: 3 } }])
})
