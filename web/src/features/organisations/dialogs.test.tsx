import type { User } from '@kyc/contract/accounts.ts'
import { addDays, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import type { Member, Organisation } from '@kyc/contract/organisation-members.ts'
import { problems } from '@kyc/contract/problems.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { history, renderPage } from '../../testing/render.tsx'
import { onToast } from '../../ui/toast.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { CancelDialog, WithdrawDialog } from './CancelDialog.tsx'
import { CancellationSection } from './CancellationSection.tsx'
import { Invitation } from './Invitation.tsx'
import { MemberActDialog } from './MemberActDialog.tsx'
import { MemberRoleDialog } from './MemberRoleDialog.tsx'
import { StateDialog } from './StateDialog.tsx'
import { TransferDialog } from './TransferDialog.tsx'

// What each dialog of an organisation sends, and what it shows when that is refused.

const at = '2026-11-20T05:05:00Z'
const member: Member = {
  accountId: 'm1',
  name: '担当 二郎',
  email: 'staff@example.com',
  role: 'staff',
  joinedAt: at,
}
const invitation = {
  id: 'i1',
  name: '招待 三郎',
  email: 'new@example.com',
  role: 'staff',
  invitedAt: at,
  expiresAt: at,
} as const
const organisation: Organisation = {
  id: 'o1',
  name: '東都映像',
  kind: 'producer',
  disabledReason: null,
  createdAt: at,
  legalName: '株式会社東都映像',
  contact: '03-0000-0000',
  signingWaitDays: 1,
  approvedAt: at,
  cancelledOn: null,
  version: 4,
  members: [member],
  invitations: [invitation],
}
const other = { ...organisation, id: 'o2', name: '西都映像', members: 1 }
const own = {
  organisation: { id: 'o1', name: '東都映像', kind: 'producer' },
  role: 'staff',
  invitedBy: '代表 一郎',
  expiresAt: at,
} as const

const sent: unknown[] = []
let refusal: keyof typeof problems | undefined
const toasts: string[] = []
let stop: () => void
const onClose = vi.fn()

beforeEach(() => {
  sent.length = 0
  toasts.length = 0
  history.replace('/') // leaving opens another page
  refusal = undefined
  onClose.mockClear()
  stop = onToast(({ message }) => toasts.push(message))
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.startsWith('/api/organisations?')) return Response.json([other])
    if (path === '/api/organisations/o1' && method === 'GET') return Response.json(organisation)
    if (!/^.api.organisations.o1/.test(path)) return Response.json({ csrfToken: 'token' })
    sent.push([method, path, ...(body ? [JSON.parse(String(body))] : [])])
    if (!refusal) return Response.json(organisation)
    const { status, title } = problems[refusal]
    return Response.json({ status, code: refusal, title }, { status })
  })
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const close = { organisation, onClose }
const today = dayInJapan(new Date())
const type = async (label: string, text: string) => {
  const field = await screen.findByLabelText(label, { selector: 'input, textarea' })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

interface Dialog {
  readonly name: string
  readonly page: ReactNode
  /** Fills in the fields before the button is clicked. */
  fill?(): Promise<void>
  readonly button: string
  readonly sends: readonly unknown[]
  readonly toast: string
}

const dialogs: readonly Dialog[] = [
  {
    name: 'the role of a member',
    page: <MemberRoleDialog {...close} member={member} />,
    fill: () => userEvent.selectOptions(screen.getByLabelText('役割'), 'viewer'),
    button: '変更する',
    sends: ['PUT', '/api/organisations/o1/members/m1/role', { role: 'viewer' }],
    toast: '担当 二郎さんの役割を閲覧に変更しました',
  },
  {
    name: 'handing over the organisation',
    page: <MemberActDialog {...close} open={{ act: 'handOver', member }} />,
    button: '交代する',
    sends: ['PUT', '/api/organisations/o1/handover', { accountId: 'm1' }],
    toast: '代表を交代しました',
  },
  {
    name: 'removing a member',
    page: <MemberActDialog {...close} open={{ act: 'remove', member }} />,
    button: '外す',
    sends: ['DELETE', '/api/organisations/o1/members/m1'],
    toast: 'メンバーから外しました',
  },
  {
    name: 'leaving an organisation',
    page: <MemberActDialog {...close} open={{ act: 'leave', member }} />,
    button: '抜ける',
    sends: ['DELETE', '/api/organisations/o1/members/m1'],
    toast: '組織から抜けました',
  },
  {
    name: 'revoking an invitation',
    page: <MemberActDialog {...close} open={{ act: 'revoke', invitation }} />,
    button: '取り消す',
    sends: ['DELETE', '/api/organisations/o1/invitations/i1'],
    toast: '招待を取り消しました',
  },
  {
    name: 'disabling an organisation',
    page: <StateDialog {...close} />,
    fill: () => type('理由', '契約の終了'),
    button: '利用を停止する',
    sends: ['PUT', '/api/organisations/o1/disable', { reason: '契約の終了' }],
    toast: '組織の利用を停止しました',
  },
  {
    name: 'enabling an organisation',
    page: <StateDialog onClose={onClose} organisation={{ ...organisation, disabledReason: '契約の終了' }} />,
    button: '解除する',
    sends: ['PUT', '/api/organisations/o1/enable'],
    toast: '組織の利用停止を解除しました',
  },
  {
    name: 'approving an organisation',
    page: <ApproveDialog {...close} />,
    button: '承認する',
    sends: ['PUT', '/api/organisations/o1/approval', { version: 4 }],
    toast: '組織を承認しました',
  },
  {
    name: 'cancelling an organisation',
    page: <CancelDialog {...close} />,
    button: '解約する',
    sends: ['PUT', '/api/organisations/o1/cancellation', { cancelledOn: today }],
    toast: '解約日を記録しました',
  },
  {
    name: 'withdrawing a cancellation',
    page: <WithdrawDialog {...close} />,
    button: '取り消す',
    sends: ['DELETE', '/api/organisations/o1/cancellation'],
    toast: '解約を取り消しました',
  },
  {
    name: 'moving records',
    page: (
      <TransferDialog from={organisation} records={{ performers: ['p1'], videos: [] }} onClose={onClose}>
        1名
      </TransferDialog>
    ),
    async fill() {
      await userEvent.click(screen.getByLabelText('移行先の組織', { selector: 'input' }))
      await userEvent.click(await screen.findByText('西都映像（制作会社）'))
      await type('理由', '担当の変更')
    },
    button: '申請する',
    sends: [
      'POST',
      '/api/organisations/o1/transfers',
      { to: 'o2', reason: '担当の変更', records: { performers: ['p1'], videos: [] } },
    ],
    toast: '申請しました。ほかの最高管理者の承認をお待ちください',
  },
]

describe.each(dialogs)('the dialog of $name', ({ page, fill, button, sends, toast }) => {
  test('sends its call once, and closes with a message', async () => {
    await renderPage(page)
    await fill?.()
    await userEvent.click(await screen.findByRole('button', { name: button }))
    await waitFor(() => expect(toasts).toEqual([toast]))
    expect(sent).toEqual([sends])
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('stays open with the reason of a refusal', async () => {
    refusal = 'ORGANISATION_NOT_FOUND'
    await renderPage(page)
    await fill?.()
    await userEvent.click(await screen.findByRole('button', { name: button }))
    expect((await screen.findByRole('alert')).textContent).toContain('組織が見つかりません')
    expect([onClose.mock.calls, toasts]).toEqual([[], []])
  })
})

test('an invitation is declined only after a confirmation, and the result is announced', async () => {
  await renderPage(<Invitation invitation={own} />)
  await act(() => userEvent.click(screen.getByRole('button', { name: '辞退する' })))
  const dialog = await screen.findByRole('dialog')
  expect(sent).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: '辞退する' }))
  await waitFor(() => expect(toasts).toEqual(['「東都映像」への招待を辞退しました']))
  expect(sent).toEqual([['DELETE', '/api/organisations/o1/invitation']])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

describe('the section about the cancellation', () => {
  const cancelled = { ...organisation, cancelledOn: today }
  const place = { accountId: 'm1', member: { ...member, role: 'representative' as const } }
  const show = (shown: Organisation, of: Partial<typeof place>, role: User['role'] = 'user') =>
    renderPage(
      <CancellationSection organisation={shown} own={{ accountId: 'm1', member: undefined, ...of }} />,
      { user: { id: 'm1', name: '代表 一郎', role } as User }, // the fields that components read
    )
  const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

  test('is shown to a staff member only after a cancellation, with the last day of use', async () => {
    await show(organisation, { member: member as typeof place.member })
    expect(screen.queryByText('解約')).toBeNull()
    await show(cancelled, { member: member as typeof place.member })
    expect(screen.getByText(new RegExp(dateInWords(addDays(today, 30))))).toBeTruthy()
    expect(buttons()).toEqual([])
  })

  test('lets a 代表 cancel once, and the office change and withdraw it', async () => {
    const own = await show(organisation, place)
    expect(buttons()).toEqual(['解約する'])
    own.unmount()
    const later = await show(cancelled, place)
    expect(buttons()).toEqual([])
    later.unmount()
    await show(cancelled, {}, 'admin')
    expect(buttons()).toEqual(['解約日を変更', '解約を取り消す'])
  })

  test('is offered neither to an auditor nor for a disabled organisation', async () => {
    await show(organisation, { isAuditor: true } as object, 'auditor')
    await show({ ...cancelled, disabledReason: '契約の終了' }, {}, 'admin')
    expect(buttons()).toEqual([])
  })
})
