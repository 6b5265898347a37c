import { getVideo, listVideoCandidates } from '@kyc/contract/videos.ts'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { asMember, company } from '../../testing/members.ts'
import { history, renderPage } from '../../testing/render.tsx'
import { Drafts, DraftsContext } from '../../ui/drafts.ts'
import { AddPerformersPage } from './AddPerformersPage.tsx'

const params = { id: 'v1' }
const video = { id: 'v1', title: '夏の見本', organisation: company }
const performer = {
  id: 'p1',
  lastName: '山田',
  firstName: '花子',
  status: 'verified',
  created_at: '2026-11-01T00:00:00Z',
}

test('the end of a session covers chosen performers (D72)', async () => {
  const drafts = new Drafts()
  const member = asMember([company])
  history.replace('/videos/v1/performers/add')
  await renderPage(
    <DraftsContext value={drafts}>
      <AddPerformersPage />
    </DraftsContext>,
    {
      ...member,
      path: '/videos/$id/performers/add',
      layout: 'signed-in',
      fetched: [
        ...(member.fetched ?? []),
        [keyOf(getVideo, { params }), video],
        [
          keyOf(listVideoCandidates, { params, query: {} }),
          { items: [{ performer, added: false }], next: null },
        ],
      ],
    },
  )
  const box = await screen.findByRole('checkbox', { name: '山田 花子' })
  expect(drafts.any).toBe(false)
  await userEvent.click(box)
  expect(drafts.any).toBe(true)
  await userEvent.click(box)
  expect(drafts.any).toBe(false)
})
