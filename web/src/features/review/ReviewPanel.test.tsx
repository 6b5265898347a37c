import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { Seen } from '@kyc/contract/review-checks.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { setSingleKeys } from '../../ui/single-keys.ts'
import { ReviewPanel } from './ReviewPanel.tsx'
import type { ReviewEvent } from './review-state.ts'
import { front, performer, selfie, sentDecisions } from './testing/decisions.ts'
import { TestReview } from './testing/TestReview.tsx'

const user = userEvent.setup()

const sent = sentDecisions()

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

/** Renders the panel after `seen` was shown of the version; `rerender` reports that more was shown. */
async function renderSeen(doc: PerformerDocument, seen: Seen) {
  await renderPage(
    <TestReview performer={performer} documents={[doc]} onFinished={vi.fn()}>
      {({ dispatch }) => (
        <>
          <ReviewPanel doc={doc} opened />
          <SeenButton onSeen={(more) => dispatch({ kind: 'seen', id: doc.id, seen: more })} />
        </>
      )}
    </TestReview>,
  )
  act(() => shownMore(seen))
  return { rerender: async (more: Seen) => act(() => shownMore(more)) }
}

let shownMore: (seen: Seen) => void

/** Passes the function that the stages of the page call to the test. */
function SeenButton({ onSeen }: { onSeen: (seen: Seen) => void }) {
  shownMore = onSeen
  return null
}

const approve = () => screen.getByRole('button', { name: '本人写真を承認' })
const why = () => {
  const button = screen.getByRole('button', { name: /を承認$/ })
  return document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
}

test('an approval is bound to the versions of document and record on screen (D11)', async () => {
  const { onApproved } = await showPanel()
  await user.click(approve())
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent).toEqual([
    {
      path: '/api/performers/p1/documents/selfie/verify',
      ifMatch: '"1"',
      body: {
        checks: ['face', 'faceMatches', 'unaltered'],
        seen: { width: 0, lens: false, pages: [] },
        revisionReason: null,
        shownStatus: 'pending',
        performerVersion: 4,
      },
    },
  ])
})

test('a name that changes during the review opens each check again, and the page gives the reason (D11)', async () => {
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
  await user.click(screen.getByText('別人にする'))
  expect(await screen.findByText('出演者の情報が変更されました')).toBeTruthy()
  expect(why()).toBe('未確認：確認項目3件')
  await user.keyboard('a')
  expect(sent).toEqual([])
  for (const button of screen.getAllByRole('button', { name: /^確認した：/ })) await user.click(button)
  await user.keyboard('a')
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent[0]?.body).toMatchObject({ performerVersion: 5 })
})

test('the key A approves once, however often it is pressed, and never while a check is marked as failed', async () => {
  const { onApproved } = await showPanel()
  await user.click(screen.getByRole('button', { name: '問題あり：加工・改ざんの跡がない' }))
  await user.keyboard('a')
  expect(sent).toEqual([])
  expect(why()).toBe('問題のある項目が1件あります。「差し戻し」で理由を選んでください。')
  // The focus is in the panel, so the key 3 takes back the mark of the third check.
  await user.keyboard('3{a>5/}aa')
  await waitFor(() => expect(onApproved).toHaveBeenCalled())
  expect(sent).toHaveLength(1)
})

test('the keys of the panel have no effect while a field has the focus, or while single keys are switched off', async () => {
  const { kinds } = await showPanel({ doc: front })
  await user.type(screen.getByRole('textbox', { name: '生年月日' }), 'rca')
  expect([kinds().includes('reject'), why()]).toEqual([false, '未確認：種類、生年月日、有効期限'])
  act(() => screen.getByRole('textbox', { name: '生年月日' }).blur())
  setSingleKeys(false)
  await user.keyboard('r')
  setSingleKeys(true)
  expect(kinds()).not.toContain('reject')
  await user.keyboard('r')
  expect(kinds().filter((kind) => kind === 'reject')).toHaveLength(1)
})

test('typed dates are compared with the registered ones, and answer the checks about dates', async () => {
  const registered = { ...performer, date_of_birth: '1998-04-02', idKind: 'passport' } as Performer // as above
  await showPanel({ doc: front, performer: registered })
  const born = screen.getByRole('textbox', { name: '生年月日' })
  // The registered date is covered, so that only a reader of the document can type it.
  expect(screen.getByRole('form').textContent).not.toContain('1998年4月2日')
  await user.type(born, '1998年4月3日')
  expect(screen.getByRole('form').textContent).toContain('不一致：登録は1998年4月2日、書類は1998年4月3日')
  expect(why()).toContain('問題のある項目が1件あります')
  await user.clear(born)
  await user.type(born, '19980402')
  expect(screen.getByRole('form').textContent).toMatch(/一致　満\d+歳/)
  const row = (label: string) => screen.getByText(label).parentElement?.textContent
  expect(row('生年月日が登録内容と一致する')).not.toContain('日付で判定')
  expect(row('有効期限内である')).toContain('日付で判定')
})

test('the panel lists stage names and former names with the registered name', async () => {
  const otherNames = [
    { kind: 'former', name: '佐藤 花', from: null, until: '2020-03-31' },
    { kind: 'stage', name: 'さくら', from: null, until: null },
  ] as const
  await showPanel({ performer: { ...performer, otherNames: [...otherNames] } })
  const lines = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(lines).toEqual(['旧名：佐藤 花 ～2020年3月31日', '芸名：さくら '])
})

test('an ID that was not shown large enough cannot be approved (D14)', async () => {
  const read = { ...front, status: 'pending' } as PerformerDocument // as above
  const { rerender } = await renderSeen(read, { width: 320, lens: false, pages: [] })
  for (const [label, value] of [
    ['生年月日', '19980402'],
    ['有効期限', '20310502'],
  ] as const)
    await user.type(screen.getByRole('textbox', { name: label }), value)
  await user.selectOptions(screen.getByRole('combobox', { name: '身分証の種類' }), 'passport')
  await user.keyboard('{Escape}')
  act(() => (document.activeElement as HTMLElement | null)?.blur()) // as Escape does on the desk
  expect(why()).toBe('幅600px以上に拡大するか、拡大鏡（M）で確認してください。')
  await user.keyboard('a')
  expect(sent).toEqual([])
  await rerender({ width: 320, lens: true, pages: [] })
  await user.keyboard('a')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toMatchObject({
    dateOfBirth: '1998-04-02',
    seen: { width: 320, lens: true, pages: [] },
  })
})

test('the back of an ID requires an explicit answer about what must be hidden; Enter and A do not give it (D14)', async () => {
  const back = { ...selfie(1), id: 'b1', type: 'idBack' } as PerformerDocument // as above
  await renderSeen(back, { width: 700, lens: false, pages: [] })
  await user.keyboard('a')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: '隠すべき情報が隠れている' }))
  await user.keyboard('{Enter} a')
  expect([sent, why()]).toEqual([[], '未確認：「隠すべき情報が隠れている」'])
  await user.keyboard('3a')
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a rejected document can be approved only with a reason', async () => {
  const { onApproved } = await showPanel({ doc: { ...selfie(1), status: 'rejected' } })
  await user.keyboard('a')
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
])('%s cannot be decided on, by key or button, and the page states why', async (_, changes, reason) => {
  const { kinds } = await showPanel(changes)
  await user.keyboard('ar')
  expect([sent, kinds(), why()]).toEqual([[], [], reason])
  expect(approve()).toHaveProperty('disabled', true)
})

test('a document that is not visible cannot be approved, and the button says why', async () => {
  await showPanel({ opened: false })
  await user.click(approve())
  expect(sent).toEqual([])
  expect(why()).toBe('書類を表示すると承認できます。')
})

test('once a newer version was submitted, neither decision is possible until the reviewer views it', async () => {
  const { kinds } = await showPanel({ newest: selfie(2) })
  await user.click(approve())
  await user.click(screen.getByRole('button', { name: '本人写真を差し戻し' }))
  expect([sent, kinds()]).toEqual([[], []])
  expect(screen.getByRole('status').textContent).toContain('表示しているのは第1版です。')
  await user.click(screen.getByRole('button', { name: '最新の書類を見る' }))
  expect(kinds()).toEqual(['pin'])
})
