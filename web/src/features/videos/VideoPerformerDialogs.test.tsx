import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
// The dialogs load the viewer on demand: importing it here transforms it before the tests.
import '../documents/viewer/DocumentViewer.tsx'
import { type PerformerOpen, VideoPerformerDialogs } from './VideoPerformerDialogs.tsx'

const video = {
  id: 'v1',
  title: '見本作品',
  performerCount: 1,
  organisation: { id: 'o1', name: '東都映像' },
} as Video // the fields that the dialogs read
const performer = {
  id: 'p1',
  name: '山田 花子',
  lastName: '山田',
  firstName: '花子',
  status: 'approved',
} as ListedPerformer // the fields that the dialogs read
const passport = {
  id: 'd1',
  performerId: 'p1',
  type: 'idFront',
  version: 1,
  status: 'verified',
  mimeType: 'image/jpeg',
  uploaded_at: '2026-11-18T00:12:00Z',
}
let gone: boolean
let refetch: () => void

beforeEach(() => {
  gone = false
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string) => {
    if (gone)
      return Response.json(
        { code: 'PERFORMER_NOT_FOUND', title: '見つかりません', status: 404 },
        { status: 404 },
      )
    if (path.endsWith('/documents')) return Response.json([passport])
    if (path.includes('/metadata')) return Response.json([])
    return new Response(new Blob(['picture'], { type: 'image/jpeg' }))
  })
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
})
afterEach(() => vi.unstubAllGlobals())

/** What a live update of the page does. */
function Refetch() {
  const queries = useQueryClient()
  refetch = () => void queries.invalidateQueries()
  return null
}

function Page() {
  const [open, setOpen] = useState<PerformerOpen | null>({ kind: 'documents', performer })
  return (
    <>
      <Refetch />
      {open ? (
        <VideoPerformerDialogs video={video} open={open} onOpen={setOpen} onRemoved={() => {}} />
      ) : (
        <p>閉じた</p>
      )}
    </>
  )
}

test.each([
  ['the list of documents', false],
  ['an open document', true],
])(
  '%s of a performer that the account may not see any more disappears at once (D17, D67)',
  async (_, viewing) => {
    await renderPage(<Page />)
    const view = await screen.findByRole('button', { name: '身分証明書表面を表示' })
    if (viewing) {
      await userEvent.click(view)
      await screen.findByRole('img', { name: '身分証明書表面' })
    }
    gone = true
    act(() => refetch())
    await screen.findByText('閉じた')
    expect(screen.queryByRole('img', { name: '身分証明書表面' })).toBeNull()
    expect(screen.queryByText('山田 花子', { exact: false })).toBeNull()
  },
)
