import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { ActivityList } from './ActivityList.tsx'

test('after a failed load, the list of changes shows the failure instead of an empty list', async () => {
  const { container, unmount } = await renderPage(<ActivityList activity={[]} known={false} />)
  expect(container.textContent).toContain('最近の動きを取得できませんでした')
  unmount()
  const loaded = await renderPage(<ActivityList activity={[]} known />)
  expect(loaded.container.textContent).toContain('登録や審査の動きがここに表示されます')
})
