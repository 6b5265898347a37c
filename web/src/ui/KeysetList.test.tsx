import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { history, renderPage } from '../testing/render.tsx'
import { KeysetList, type KeysetQuery } from './KeysetList.tsx'

afterEach(cleanup)

const loaded = { items: ['山田 花子', '佐藤 太郎'], next: 'second' }

async function show(query: Partial<KeysetQuery<string>>) {
  const refetch = vi.fn()
  await renderPage(
    <KeysetList
      query={{
        data: undefined,
        isError: false,
        isFetching: false,
        isPlaceholderData: false,
        error: null,
        refetch,
        ...query,
      }}
      failure="一覧を取得できませんでした"
      loading={<p>読み込み中</p>}
      empty={<p>まだありません</p>}
      unit="名"
    >
      {(items) => items.map((item) => <p key={item}>{item}</p>)}
    </KeysetList>,
  )
  return { refetch }
}

test('while the first page loads, the list shows only the skeleton', async () => {
  await show({})
  screen.getByText('読み込み中')
  expect(screen.queryByRole('status')).toBeNull()
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('a failed load shows the failure instead of the list', async () => {
  const { refetch } = await show({ isError: true })
  expect(screen.getByRole('alert').textContent).toContain('一覧を取得できませんでした')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a failed refetch keeps rows and pages and shows one line with a retry', async () => {
  const { refetch } = await show({ data: loaded, isError: true })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('最新の情報を取得できませんでした再試行')
  screen.getByText('佐藤 太郎')
  screen.getByRole('navigation', { name: 'ページ' })
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('an empty list shows its explanation', async () => {
  await show({ data: { items: [], next: null } })
  screen.getByText('まだありません')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('the next page has its cursor in the URL, and the way back in the history', async () => {
  await show({ data: loaded })
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(screen.getByRole('button', { name: '次の50名' }))
  await screen.findByRole('button', { name: '前の50名' })
  expect(history.location.search).toBe('?cursor=second')
  expect(history.location.state.trail).toEqual([''])
})

test('after an invalid cursor, the retry leads to the first page', async () => {
  const { refetch } = await show({
    isError: true,
    error: new ApiError({ code: 'CURSOR_INVALID', title: '一覧が変わりました', status: 400 }),
  })
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  await waitFor(() => expect(history.location.search).toBe(''))
  expect(refetch).not.toHaveBeenCalled()
})
