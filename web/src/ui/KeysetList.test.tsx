import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { KeysetList, type KeysetQuery } from './KeysetList.tsx'

afterEach(cleanup)

const loaded = { items: ['山田 花子', '佐藤 太郎'], next: 'second' }

async function show(query: Partial<KeysetQuery<string>>) {
  const refetch = vi.fn()
  const onGo = vi.fn()
  await renderPage(
    <KeysetList
      query={{
        data: undefined,
        isError: false,
        isFetching: false,
        isPlaceholderData: false,
        refetch,
        ...query,
      }}
      failure={{ title: '一覧を取得できませんでした', onRetry: refetch }}
      loading={<p>読み込み中</p>}
      empty={<p>まだありません</p>}
      cursor={undefined}
      size="50名"
      onGo={onGo}
    >
      {(items) => items.map((item) => <p key={item}>{item}</p>)}
    </KeysetList>,
  )
  return { refetch, onGo }
}

test('while the first page loads, shows only the skeleton', async () => {
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

test('the next page is requested with its cursor', async () => {
  const { onGo } = await show({ data: loaded })
  expect(screen.getByRole('status').textContent).toBe('')
  window.scrollTo = () => undefined
  fireEvent.click(screen.getByRole('button', { name: '次の50名' }))
  expect(onGo).toHaveBeenCalledWith('second', { trail: [''] })
})
