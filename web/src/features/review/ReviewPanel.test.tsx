import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { setSingleKeys } from '../../ui/single-keys.ts'
import { ReviewPanel } from './ReviewPanel.tsx'
import { RejectDialog } from './rejection/RejectDialog.tsx'
import type { ReviewEvent } from './review-state.ts'
import { TestReview } from './testing/TestReview.tsx'
import type { Review } from './use-review.ts'

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
    resubmission: 0,
  }) as PerformerDocument
const performer = {
  id: 'p1',
  version: 4,
  name: '山田 花',
  lastName: '山田',
  date_of_birth: null,
  idKind: null,
  caseClosed: null,
} as Performer // as above
const front = { ...selfie(1), id: 'f1', type: 'idFront' } as PerformerDocument // as above

const sent: { path: string; ifMatch: string | null; body: unknown }[] = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('isSecureContext', true)
  // The server; every call succeeds.
  vi.stubGlobal('fetch', async (path: string, { method, headers, body }: RequestInit) => {
    if (method === 'PUT' || path.endsWith('/rejections'))
      sent.push({ path, ifMatch: new Headers(headers).get('If-Match'), body: JSON.parse(String(body)) })
    return Response.json(path.endsWith('/rejections') ? [selfie(1)] : { ...selfie(1), csrfToken: 'token' })
  })
})
afterEach(() => vi.unstubAllGlobals())

interface PanelChanges {
  doc?: PerformerDocument
  newest?: PerformerDocument
  performer?: Performer
  opened?: boolean
  refusal?: string
}

async function showPanel({ doc = selfie(1), newest = doc, opened = true, ...changes }: PanelChanges = {}) {
  const spies = { onApproved: vi.fn(), onEvent: vi.fn<(event: ReviewEvent) => void>() }
  await renderPage(
    <TestReview
      performer={performer}
      {...changes}
      documents={[doc]}
      current={[newest]}
      onFinished={spies.onApproved}
      onEvent={spies.onEvent}
    >
      <ReviewPanel doc={doc} opened={opened} />
    </TestReview>,
  )
  const kinds = () => spies.onEvent.mock.calls.map(([{ kind }]) => kind)
  return { ...spies, kinds }
}

const approve = () => screen.getByRole('button', { name: '本人写真を承認' })
const why = () => {
  const button = screen.getByRole('button', { name: /を承認$/ })
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
}

test('an approval is bound to the versions of document and record on screen (D11)', async () => {
  const { onApproved } = await showPanel()
  await user.keyboard('ccc')
  await user.click(approve())
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent).toEqual([
    {
      path: '/api/performers/p1/documents/selfie/verify',
      ifMatch: '"1"',
      body: {
        checks: ['face', 'faceMatches', 'unaltered'],
        revisionReason: null,
        shownStatus: 'pending',
        performerVersion: 4,
      },
    },
  ])
})

test('a name that changes under the reviewer opens each check again, and the page says why (D11)', async () => {
  const onApproved = vi.fn()
  function Renamed() {
    const [shown, setShown] = useState(performer)
    return (
      <>
        <TestReview performer={shown} documents={[selfie(1)]} onFinished={onApproved}>
          {({ doc }) => doc && <ReviewPanel doc={doc} opened />}
        </TestReview>
        <button type="button" onClick={() => setShown({ ...performer, version: 5, lastName: '別人' })}>
          別人にする
        </button>
      </>
    )
  }
  await renderPage(<Renamed />)
  await user.keyboard('ccc')
  await user.click(screen.getByText('別人にする'))
  expect(await screen.findByText('出演者の情報が変更されました')).toBeTruthy()
  expect(why()).toBe('未確認：確認項目3件')
  await user.keyboard('ccca')
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent[0]?.body).toMatchObject({ performerVersion: 5 })
})

test('A approves once, whatever is pressed again, and nothing while a check is open', async () => {
  const { onApproved } = await showPanel()
  await user.keyboard('cca')
  expect(sent).toEqual([])
  expect(why()).toBe('未確認：確認項目1件')
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  await user.keyboard('c{a>5/}aa')
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent).toHaveLength(1)
})

test('the keys rest while a field has the focus, and when they are switched off', async () => {
  const { kinds } = await showPanel({ doc: front })
  await user.type(screen.getByRole('textbox', { name: '生年月日' }), 'rca')
  expect([kinds().includes('reject'), why()]).toEqual([
    false,
    '未確認：種類、生年月日、有効期限、確認項目8件',
  ])
  act(() => screen.getByRole('textbox', { name: '生年月日' }).blur())
  setSingleKeys(false)
  await user.keyboard('r')
  setSingleKeys(true)
  expect(kinds()).not.toContain('reject')
  await user.keyboard('r')
  expect(kinds().filter((kind) => kind === 'reject')).toHaveLength(1)
})

test('what was read is compared with the entered values, and answers the checks about dates', async () => {
  const registered = { ...performer, date_of_birth: '1998-04-02', idKind: 'passport' } as Performer // as above
  await showPanel({ doc: front, performer: registered })
  const born = screen.getByRole('textbox', { name: '生年月日' })
  await user.type(born, '1998年4月3日')
  expect(screen.getByRole('form').textContent).toContain('不一致：登録は1998年4月2日、書類は1998年4月3日')
  expect(why()).toBe('問題のある確認項目が1件あります')
  await user.clear(born)
  await user.type(born, '19980402')
  expect(screen.getByRole('form').textContent).toMatch(/一致　満\d+歳/)
  const confirmed = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked
  expect([confirmed('生年月日が登録内容と一致する'), confirmed('18歳以上である')]).toEqual([true, true])
  expect(confirmed('有効期限内である')).toBe(false)
})

test('a rejected document is approved with a reason only', async () => {
  const { onApproved } = await showPanel({ doc: { ...selfie(1), status: 'rejected' } })
  await user.keyboard('ccca')
  expect(why()).toBe('未確認：変更の理由')
  await user.type(screen.getByRole('textbox', { name: '判断を変更する理由' }), '見間違い')
  await user.click(approve())
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent[0]?.body).toMatchObject({ revisionReason: '見間違い' })
})

test.each([
  ['a case of another account', { refusal: '審査 三郎さんが審査中です。' }, '審査 三郎さんが審査中です。'],
  [
    'a closed case',
    { performer: { ...performer, caseClosed: 'final' } as Performer }, // as above
    'この出演者の審査は終了しています。',
  ],
])('%s cannot be decided on, by key or button, and the page says why', async (_, changes, reason) => {
  const { kinds } = await showPanel(changes)
  await user.keyboard('cccar')
  expect([sent, kinds(), why()]).toEqual([[], [], reason])
  expect(approve()).toHaveProperty('disabled', true)
})

test('a document that is not visible cannot be approved, and the button says why', async () => {
  await showPanel({ opened: false })
  await user.click(approve())
  expect(sent).toEqual([])
  expect(why()).toBe('書類を表示すると承認できます。')
})

test('with a newer version neither decision is possible until it is viewed', async () => {
  const { kinds } = await showPanel({ newest: selfie(2) })
  await user.click(approve())
  await user.click(screen.getByRole('button', { name: '本人写真を差し戻し' }))
  expect([sent, kinds()]).toEqual([[], []])
  expect(screen.getByRole('status').textContent).toContain('表示しているのは第1版です。')
  await user.click(screen.getByRole('button', { name: '最新の書類を見る' }))
  expect(kinds()).toEqual(['pin'])
})

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
    expect(onRejected).toHaveBeenCalledWith('差し戻', { documents: [selfie(1)], closed: false }),
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
    expect(onRejected).toHaveBeenCalledWith('差し戻', { documents: [selfie(1), front], closed: true }),
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
