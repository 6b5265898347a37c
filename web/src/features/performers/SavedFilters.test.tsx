import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { onToast } from '../../ui/toast.ts'
import { columnsOf } from './list-columns.ts'
import { SavedFilters } from './SavedFilters.tsx'

const user = userEvent.setup()
let stored: { filters: unknown[] }

beforeEach(() => {
  stored = { filters: [] }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (path !== '/api/account/performer-filters') return Response.json({ csrfToken: 'token' })
    if (method === 'PUT') stored = JSON.parse(String(body))
    return Response.json(stored)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/') // opening a filter leaves the page
})

/** A longer timeout, since the code of the menu and of the dialog is loaded when they are opened. */
const loading = { timeout: 10_000 }

async function openDialog() {
  await act(() => user.click(screen.getByRole('button', { name: '保存した条件' })))
  const item = await screen.findByRole('menuitem', { name: '条件を保存・削除' }, loading)
  await waitFor(() => expect(item.getAttribute('aria-disabled')).toBeNull())
  await act(() => user.click(item))
  return screen.findByRole('dialog', { name: '条件を保存・削除' }, loading)
}

test('the current filter is saved under a name, without its page and organisation, and can be deleted', async () => {
  const search = { status: 'draft', sort: 'name', organisation: 'o1', cursor: 'c' } as const
  await renderPage(<SavedFilters search={search} />)
  let dialog = await openDialog()
  expect(within(dialog).getByText('下書き、氏名順（ローマ字）。検索語は保存されません。')).toBeTruthy()
  const name = within(dialog).getByRole('textbox', { name: '保存する名前' })
  expect(name).toHaveProperty('value', '下書き、氏名順（ローマ字）')
  await user.clear(name)
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  expect(within(dialog).getByText('名前を入力してください。')).toBeTruthy()
  await user.type(name, '書類待ち')
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stored).toEqual({ filters: [{ name: '書類待ち', search: { sort: 'name', status: 'draft' } }] })
  dialog = await openDialog()
  await user.click(within(dialog).getByRole('button', { name: '書類待ちを削除' }))
  await waitFor(() => expect(stored).toEqual({ filters: [] }))
  await user.click(within(dialog).getByRole('button', { name: 'キャンセル' }))
  expect(history.location.search).toBe('')
})

test('a saved filter is opened from the menu, in the same organisation and on the first page', async () => {
  stored = { filters: [{ name: '書類待ち', search: { status: 'draft', sort: 'name' } }] }
  await renderPage(<SavedFilters search={{ organisation: 'o1', cursor: 'c' }} />)
  await act(() => user.click(screen.getByRole('button', { name: '保存した条件' })))
  await act(async () => user.click(await screen.findByRole('menuitem', { name: '書類待ち' }, loading)))
  await waitFor(() => expect(history.location.search).toBe('?organisation=o1&status=draft&sort=name'))
})

test('one press saves the filter under an unused name, and a toast states where to find it', async () => {
  stored = { filters: [{ name: 'すべて、氏名順（ローマ字）', search: { sort: 'name' } }] }
  const toasts: string[] = []
  const stop = onToast(({ message }) => toasts.push(message))
  await renderPage(<SavedFilters search={{ sort: 'name' }} />)
  await user.click(within(await openDialog()).getByRole('button', { name: '保存' }))
  const name = 'すべて、氏名順（ローマ字）（2）'
  await waitFor(() => expect(toasts).toEqual([`「${name}」を保存しました。「保存した条件」から開けます。`]))
  expect(stored.filters).toContainEqual({ name, search: { sort: 'name' } })
  stop()
})

test('saving and deleting keep what another tab has saved meanwhile', async () => {
  const other = { name: '別の画面', search: { status: 'draft' } }
  await renderPage(<SavedFilters search={{ sort: 'name' }} />)
  let dialog = await openDialog()
  stored = { filters: [other] }
  await user.click(within(dialog).getByRole('button', { name: '保存' }))
  const name = 'すべて、氏名順（ローマ字）'
  await waitFor(() => expect(stored.filters).toEqual([other, { name, search: { sort: 'name' } }]))
  dialog = await openDialog()
  const third = { ...other, name: '3つ目' }
  stored = { filters: [...stored.filters, third] }
  await user.click(within(dialog).getByRole('button', { name: `${name}を削除` }))
  await waitFor(() => expect(stored.filters).toEqual([other, third]))
})

test.each([
  [undefined, ['state', 'idKind', 'change', 'owner']],
  ['not JSON', ['state', 'idKind', 'change', 'owner']],
  ['["owner","externalId","unknown"]', ['externalId', 'owner']],
])('the stored columns %s are shown as %j', (stored, columns) => {
  expect(columnsOf(stored)).toEqual(columns)
})
