import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { ReviewPanel } from './ReviewPanel.tsx'
import { ReviewViewer } from './ReviewViewer.tsx'
import { performer, selfie } from './testing/decisions.ts'
import { TestReview } from './testing/TestReview.tsx'

const user = userEvent.setup()
const decidedAt = '2026-11-27T01:02:03.004Z'
let sent: string[]
let undone: () => Response

beforeEach(() => {
  sent = []
  undone = () => Response.json([selfie(1)])
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.includes('/session/')) return Response.json({ csrfToken: 'token' })
    if (method !== 'GET') sent.push(path)
    if (!path.endsWith('/undo')) return Response.json({ ...selfie(1), status: 'verified', decidedAt })
    expect(JSON.parse(String(body))).toEqual({ decidedAt })
    return undone()
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A review whose only document was approved by A, on the desk or in the viewer. */
async function showApproved(shown = <ReviewPanel doc={selfie(1)} opened />) {
  const spies = { onFinished: vi.fn(), onUndone: vi.fn() }
  await renderPage(
    <>
      <TestReview performer={performer} documents={[selfie(1)]} {...spies}>
        {shown}
      </TestReview>
      <Toasts />
    </>,
  )
  const button = await screen.findByRole('button', { name: '本人写真を承認' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await user.keyboard('a')
  await screen.findByText('山田 花さんの本人写真を承認しました')
  return spies
}

const undoButton = () => screen.queryByRole('button', { name: /^取り消す/ })
const calls = (end: string) => sent.filter((path) => path.endsWith(end)).length

test('the key Z undoes the last decision once and confirms it, and the document can be decided again (D123)', async () => {
  const { onUndone } = await showApproved()
  expect(undoButton()?.getAttribute('aria-keyshortcuts')).toBe('Z')
  await user.keyboard('zz')
  await screen.findByText('取り消しました')
  expect(onUndone).toHaveBeenCalledOnce()
  expect([undoButton(), calls('/review/cases/p1/undo')]).toEqual([null, 1])
  await user.keyboard('a')
  await waitFor(() => expect(calls('/verify')).toBe(2))
})

test('in the viewer, the key Z undoes the last decision once', async () => {
  const { onUndone } = await showApproved(<ReviewViewer onClose={() => {}} />)
  expect(screen.getByRole('dialog')).toBeTruthy()
  await user.keyboard('zz')
  await screen.findByText('取り消しました')
  expect(onUndone).toHaveBeenCalledOnce()
  expect(calls('/review/cases/p1/undo')).toBe(1)
})

test('an undo by the button that the server refuses states the reason', async () => {
  const title = 'そのあとにほかの操作があったため、取り消せません。'
  undone = () => Response.json({ code: 'UNDO_CHANGED', title, status: 409 }, { status: 409 })
  const { onUndone } = await showApproved()
  await user.click(screen.getByRole('button', { name: /^取り消す/ }))
  await screen.findByText(`取り消しに失敗しました。${title}`)
  expect(onUndone).not.toHaveBeenCalled()
})

test('a letter that is typed into a field undoes nothing', async () => {
  await showApproved()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  await user.keyboard('z')
  field.remove()
  expect(undoButton()).not.toBeNull()
  expect(calls('/undo')).toBe(0)
})
