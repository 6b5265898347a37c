import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { VideoPage } from './VideoPage.tsx'

const video = {
  id: 'v1',
  title: '見本作品',
  externalId: null,
  performerCount: 1,
  organisation: { id: 'o1', name: '東都映像' },
  registeredBy: '制作 花子',
} as Video // the fields that the page reads
const performer = {
  id: 'p1',
  name: '山田 花子',
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
  status: 'approved',
} as ListedPerformer // the fields that the page reads
let visible: boolean

beforeEach(() => {
  visible = true
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) => reply(path))
  history.replace('/videos/v1')
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replace('/')
})

function reply(path: string): Response {
  const hidden = Response.json({ code: 'NOT_FOUND', title: '見つかりません', status: 404 }, { status: 404 })
  if (path.includes('/organisations/own'))
    return Response.json([
      { id: 'o1', name: '東都映像', kind: 'producer', role: 'staff', disabledReason: null },
    ])
  if (!visible) return hidden
  if (path.includes('/videos/v1/performers'))
    return Response.json([performer], { headers: { 'x-total-count': '1' } })
  return Response.json(video)
}

/** What a live update of the page does. */
function Refetch() {
  const queries = useQueryClient()
  return (
    <button type="button" onClick={() => void queries.invalidateQueries()}>
      再取得
    </button>
  )
}

async function show() {
  await renderPage(
    <>
      <VideoPage />
      <Refetch />
    </>,
    { path: '/videos/$id', layout: 'signed-in' },
  )
  await screen.findByText('山田 花子')
}

test('a video that the account may not see any more disappears with its performers (D2, D67)', async () => {
  await show()
  visible = false
  await userEvent.click(screen.getByRole('button', { name: '再取得' }))
  await screen.findByRole('heading', { name: '動画が見つかりません' })
  expect(screen.queryByText('山田 花子')).toBeNull()
})
