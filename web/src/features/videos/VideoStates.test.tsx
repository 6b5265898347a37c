import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { renderPage } from '../../testing/render.tsx'
import { VideoFailed } from './VideoStates.tsx'

afterEach(cleanup)

async function show(status: number) {
  const refetch = vi.fn()
  const error = new ApiError({ code: 'ANY', title: '理由', status })
  await renderPage(
    <VideoFailed back={{ label: '動画', href: '/videos' }} video={{ error, isFetching: false, refetch }} />,
  )
  return refetch
}

test('a failed load shows 動画情報の取得に失敗しました with a retry and a link to the dashboard (spec §2)', async () => {
  const refetch = await show(500)
  expect(screen.getByRole('alert').textContent).toContain('動画情報の取得に失敗しました')
  expect(screen.getByRole('link', { name: 'ダッシュボードへ戻る' }).getAttribute('href')).toBe('/dashboard')
  fireEvent.click(screen.getByRole('button', { name: '再試行' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('a missing or hidden video is no failure: a calm page leads to the list (D2)', async () => {
  await show(404)
  screen.getByRole('heading', { name: '動画が見つかりません' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: '再試行' })).toBeNull()
  expect(screen.getByRole('link', { name: '動画へ' }).getAttribute('href')).toBe('/videos')
})
