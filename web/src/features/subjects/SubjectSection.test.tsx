import type { User } from '@kyc/contract/accounts.ts'
import { listPerformerRequests, type SubjectRequest } from '@kyc/contract/subjects.ts'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { renderPage } from '../../testing/render.tsx'
import { RequestList } from './RequestList.tsx'
import { SubjectSection } from './SubjectSection.tsx'

const request: SubjectRequest = {
  id: 'r1',
  performer: { id: 'p1', name: '見本 花子', organisation: { id: 'o1', name: '甲制作' } },
  kind: 'disclosure',
  receivedOn: '2026-04-01',
  dueOn: '2026-05-01',
  overdue: true,
  state: 'open',
  details: '登録内容の開示',
  response: null,
  respondedAt: null,
  handledBy: null,
}
const answered: SubjectRequest = {
  ...request,
  id: 'r2',
  overdue: false,
  details: '登録の削除',
  state: 'refused',
  response: '保存の義務があるため',
  respondedAt: '2026-04-10T00:00:00Z',
  handledBy: '管理 太郎',
}
const admin = { id: 'u1', name: '管理 太郎', role: 'admin' } as User // the fields that components read
const performer = { id: 'p1', name: '見本 花子' }
const fetched = [[keyOf(listPerformerRequests, { params: { id: 'p1' } }), [request, answered]]] as const

test('an admin sees the requests with state, date and texts, and records the response to an open one (D77)', async () => {
  await renderPage(<SubjectSection performer={performer} />, { user: admin, fetched })
  const [open, closed] = screen.getAllByRole('button', { expanded: false }) as [HTMLElement, HTMLElement] // one for each request
  expect(open.textContent).toContain('期限超過未回答期限 2026年5月1日')
  expect(closed.textContent).toContain('応じない')
  await userEvent.click(closed)
  expect(screen.getByText('保存の義務があるため')).toBeTruthy()
  await userEvent.click(open)
  await userEvent.click(screen.getByRole('button', { name: '回答を記録' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: '記録する' }))
  expect(dialog.textContent).toContain('回答を選択してください。')
  expect(dialog.textContent).toContain('回答の内容を入力してください。')
})

test('a new request needs kind and text; the day of receipt is today', async () => {
  await renderPage(<SubjectSection performer={performer} />, { user: admin, fetched })
  await userEvent.click(screen.getByRole('button', { name: '請求を記録' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('textbox', { name: '受付日' })).toHaveProperty(
    'value',
    expect.stringMatching(/年.*月.*日/),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: '記録する' }))
  expect(dialog.textContent).toContain('請求の種類を選択してください。')
  expect(dialog.textContent).toContain('請求の内容を入力してください。')
})

test('an auditor reads the requests and can neither record nor export', async () => {
  await renderPage(<SubjectSection performer={performer} />, { user: { ...admin, role: 'auditor' }, fetched })
  await userEvent.click(screen.getAllByRole('button', { expanded: false })[0] as HTMLElement) // the open request
  expect(screen.getByText('登録内容の開示')).toBeTruthy()
  for (const name of ['請求を記録', '保管情報をエクスポート', '回答を記録'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('a request about a sealed record shows neither name nor text', async () => {
  const sealed = { ...request, performer: { ...request.performer, name: null }, details: null }
  await renderPage(<RequestList requests={[sealed]} named />, { user: admin })
  await userEvent.click(screen.getByRole('button', { expanded: false }))
  expect(screen.getByRole('list').textContent).toContain('封印された出演者')
  expect(screen.getByText('封印された記録のため、表示できません。')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
