import {
  handOverOrganisation,
  type Organisation,
  removeMember,
  revokeMembershipInvitation,
} from '@kyc/contract/organisation-members.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import type { MemberOpen } from './member-acts.ts'
import { refreshOrganisations } from './organisation-queries.ts'

type PlainOpen = Exclude<MemberOpen, { act: 'role' }>

const acts = {
  handOver: {
    title: '代表の交代',
    question: 'さんと代表を交代しますか？',
    consequence: 'あなたの役割は担当になり、メンバーの管理と設定の変更はできなくなります。',
    confirm: '交代する',
    done: '代表を交代しました',
    danger: false,
  },
  remove: {
    title: 'メンバーから外す',
    question: 'さんをメンバーから外しますか？',
    consequence: 'すぐに、この組織の出演者と動画を表示できなくなります。登録した内容と操作の記録は残ります。',
    confirm: '外す',
    done: 'メンバーから外しました',
    danger: true,
  },
  leave: {
    title: '組織から抜ける',
    question: 'から抜けますか？',
    consequence:
      'すぐに、この組織の出演者と動画を表示できなくなります。登録した内容と操作の記録は残ります。もう一度参加するには、招待が必要です。',
    confirm: '抜ける',
    done: '組織から抜けました',
    danger: true,
  },
  revoke: {
    title: '招待の取り消し',
    question: 'さんへの招待を取り消しますか？',
    consequence: '取り消すと、この招待では参加できなくなります。',
    confirm: '取り消す',
    done: '招待を取り消しました',
    danger: true,
  },
} as const satisfies Record<PlainOpen['act'], object>

interface MemberActDialogProps {
  open: PlainOpen
  organisation: Organisation
  onClose: () => void
}

/** Asks about an act that needs no input, and runs it. */
export function MemberActDialog({ open, organisation, onClose }: MemberActDialogProps) {
  const texts = acts[open.act]
  const queries = useQueryClient()
  const navigate = useNavigate()
  const onDone = async () => {
    onClose()
    // Leaves this page, because a former member may not open the page of the organisation.
    if (open.act === 'leave') await navigate({ to: '/dashboard', search: { organisation: undefined } })
    await refreshOrganisations(queries)
    showToast(texts.done)
  }
  return (
    <ActDialog
      title={texts.title}
      confirm={texts.confirm}
      danger={texts.danger}
      act={() => send(open, organisation.id)}
      onClose={onClose}
      onDone={onDone}
    >
      <Subject open={open} organisation={organisation} />
      {texts.question}
      <br />
      {texts.consequence}
    </ActDialog>
  )
}

function Subject({ open, organisation }: Pick<MemberActDialogProps, 'open' | 'organisation'>) {
  if (open.act === 'leave') return <strong>{organisation.name}</strong>
  const { name, email } = open.act === 'revoke' ? open.invitation : open.member
  return (
    <>
      <strong>{name}</strong>（{email ?? 'メールアドレスなし'}）
    </>
  )
}

async function send(open: PlainOpen, id: string): Promise<void> {
  switch (open.act) {
    case 'handOver':
      await call(handOverOrganisation, { params: { id }, body: { accountId: open.member.accountId } })
      return
    case 'revoke':
      return call(revokeMembershipInvitation, { params: { id, invitationId: open.invitation.id } })
    case 'remove':
    case 'leave':
      return call(removeMember, { params: { id, accountId: open.member.accountId } })
  }
}
