import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { ReviewPanel, type ReviewPanelProps } from './ReviewPanel.tsx'

const user = userEvent.setup()

/** The fields that a decision needs. */
const selfie = (version: number) =>
  ({
    id: `d${version}`,
    performerId: 'p1',
    type: 'selfie',
    status: 'pending',
    version,
    filename: 'selfie.jpg',
    idKind: null,
    expiresOn: null,
    noExpiry: false,
    ownWork: false,
    uploaded_at: '2026-11-20T00:00:00.000Z',
  }) as PerformerDocument
const performer = { lastName: '山田', firstName: '花', date_of_birth: null, idKind: null } as Performer // as above

const sent: { path: string; ifMatch: string | null }[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('isSecureContext', true)
  // The server; every call succeeds.
  vi.stubGlobal('fetch', async (path: string, { method, headers }: RequestInit) => {
    if (method === 'PUT') sent.push({ path, ifMatch: new Headers(headers).get('If-Match') })
    return Response.json({ ...selfie(1), csrfToken: 'token' })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function showPanel(changes: Partial<ReviewPanelProps> = {}) {
  const spies = { onApproved: vi.fn(), onReject: vi.fn(), onViewNewest: vi.fn() }
  await renderPage(
    <ReviewPanel
      performer={performer}
      doc={selfie(1)}
      newest={selfie(1)}
      opened
      backStored={false}
      autoFocus={false}
      {...spies}
      {...changes}
    />,
  )
  return spies
}

const approve = () => screen.getByRole('button', { name: '本人写真を承認' })

test('an approval is bound to the version on screen (D11)', async () => {
  const { onApproved } = await showPanel()
  await user.click(approve())
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent).toEqual([{ path: '/api/performers/p1/documents/selfie/verify', ifMatch: '"1"' }])
})

test('a document that is not visible cannot be approved, and the button says why', async () => {
  await showPanel({ opened: false })
  await user.click(approve())
  expect(sent).toEqual([])
  const why = document.getElementById(approve().getAttribute('aria-describedby') ?? '')
  expect(why?.textContent).toBe('書類を表示すると承認できます。')
})

test('with a newer version neither decision is possible until it is viewed', async () => {
  const { onReject, onViewNewest } = await showPanel({ newest: selfie(2) })
  await user.click(approve())
  await user.click(screen.getByRole('button', { name: '本人写真を差し戻し' }))
  expect([sent, onReject.mock.calls]).toEqual([[], []])
  expect(screen.getByRole('status').textContent).toContain('表示しているのは第1版です。')
  await user.click(screen.getByRole('button', { name: '最新の書類を見る' }))
  expect(onViewNewest).toHaveBeenCalledOnce()
})

async function showRejection(newest: PerformerDocument) {
  const spies = { onViewNewest: vi.fn(), onRejected: vi.fn(), onClose: vi.fn() }
  await renderPage(<RejectDialog performerName="山田 花" doc={selfie(1)} newest={newest} {...spies} />)
  await user.click(screen.getByRole('button', { name: '不鮮明' }))
  return spies
}

test('a rejection is bound to the version that the dialog shows (D11)', async () => {
  const { onRejected } = await showRejection(selfie(1))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(onRejected).toHaveBeenCalled())
  expect(sent).toEqual([{ path: '/api/performers/p1/documents/selfie/reject', ifMatch: '"1"' }])
})

test('a rejection with a newer version cannot be sent, keeps its input, and asks before it is discarded', async () => {
  const { onClose } = await showRejection(selfie(2))
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(sent).toEqual([])
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^登録者へのメッセージ/ })
  expect(message.value).not.toBe('')
  await user.click(screen.getByRole('button', { name: 'キャンセル' }))
  await screen.findByRole('dialog', { name: '入力した内容を破棄しますか' })
  expect(onClose).not.toHaveBeenCalled()
})
