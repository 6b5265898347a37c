import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { front, performer, selfie, sentDecisions } from '../testing/decisions.ts'
import { TestReview } from '../testing/TestReview.tsx'
import type { Review } from '../use-review.ts'
import { RejectDialog } from './RejectDialog.tsx'

const user = userEvent.setup()

const sent = sentDecisions()

async function showRejection(newest: PerformerDocument, changes: Partial<Review> = {}) {
  const spies = { onRejected: vi.fn(), onClose: vi.fn() }
  await renderPage(
    <TestReview
      performer={performer}
      documents={[selfie(1)]}
      current={[newest, front]}
      changes={{ decided: spies.onRejected, ...changes }}
    >
      <RejectDialog doc={selfie(1)} onViewNewest={vi.fn()} onClose={spies.onClose} />
    </TestReview>,
  )
  return spies
}

const send = '{Control>}{Enter}{/Control}'

test('a rejection is bound to the version that the dialog shows (D11)', async () => {
  const { onRejected } = await showRejection(selfie(1))
  await user.click(screen.getByRole('button', { name: '不鮮明' }))
  await user.keyboard(send)
  await waitFor(() =>
    expect(onRejected).toHaveBeenCalledWith('差し戻', {
      documents: [selfie(1)],
      decidedAt: null,
      closed: false,
    }),
  )
  expect(sent).toMatchObject([
    {
      path: '/api/review/cases/p1/rejections',
      body: { documents: [{ type: 'selfie', version: 1, codes: ['blurry'] }] },
    },
  ])
})

test('several documents are rejected by one call, each with its own reasons; failed checks suggest them', async () => {
  const { onRejected } = await showRejection(selfie(1), {
    suggested: ({ type }) => (type === 'idFront' ? ['cropped', 'tampering'] : []),
  })
  const button = screen.getByRole('button', { name: /^2件を差し戻す/ })
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('本人写真：差し戻しの理由を選択してください。')
  await user.click(screen.getByRole('button', { name: '顔が確認できない' }))
  await user.click(screen.getByRole('button', { name: /^身分証明書表面.*理由2件/ }))
  expect(screen.getByText('差し戻すと、この出演者の審査は終了します')).toBeDefined()
  await user.keyboard(send)
  await waitFor(() =>
    expect(onRejected).toHaveBeenCalledWith('差し戻', {
      documents: [selfie(1), front],
      decidedAt: null,
      closed: true,
    }),
  )
  expect(sent).toMatchObject([
    {
      body: {
        documents: [
          { type: 'selfie', codes: ['face_unclear'] },
          { type: 'idFront', codes: ['cropped', 'tampering'] },
        ],
      },
    },
  ])
})

test('a document is added to the rejection and removed from it', async () => {
  await showRejection(selfie(1))
  await user.click(screen.getByRole('button', { name: '身分証明書表面も差し戻す' }))
  expect(screen.getByRole('button', { name: /^2件を差し戻す/ })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'この書類は差し戻さない' }))
  expect(screen.getByRole('button', { name: /^差し戻す/ })).toBeDefined()
})

test('a rejection with a newer version cannot be sent, keeps its input, and asks before it is discarded', async () => {
  const { onClose } = await showRejection(selfie(2))
  await user.click(screen.getByRole('button', { name: '不鮮明' }))
  await user.keyboard(send)
  expect(sent).toEqual([])
  const message = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^登録者へのメッセージ/ })
  expect(message.value).not.toBe('')
  await user.click(screen.getByRole('button', { name: 'キャンセル' }))
  await screen.findByRole('dialog', { name: '入力した内容を破棄しますか' })
  expect(onClose).not.toHaveBeenCalled()
})
