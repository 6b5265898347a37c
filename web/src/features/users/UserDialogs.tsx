import {
  confirmSuperadmin,
  disableUser,
  enableUser,
  type ManagedUser,
  refuseSuperadmin,
  resendInvitation,
  resetSecondFactor,
  sendPasswordReset,
  unlockUser,
} from '@kyc/contract/users.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { RoleDialog } from './RoleDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'
import { addressText, type UserAct } from './user-acts.ts'

interface UserDialogsProps<Act> {
  act: Act
  user: ManagedUser
  onClose: () => void
}

/** The dialog of an act. */
export function UserDialogs({ act, user, onClose }: UserDialogsProps<UserAct>) {
  if (act === 'role') return <RoleDialog user={user} onClose={onClose} />
  if (act === 'sessions') return <SessionsDialog user={user} onClose={onClose} />
  return <PlainActDialog act={act} user={user} onClose={onClose} />
}

type PlainAct = Exclude<UserAct, 'role' | 'sessions'>

interface ActTexts {
  readonly endpoint:
    | typeof disableUser
    | typeof enableUser
    | typeof unlockUser
    | typeof sendPasswordReset
    | typeof resetSecondFactor
    | typeof resendInvitation
    | typeof confirmSuperadmin
    | typeof refuseSuperadmin
  readonly title: string
  /** Follows the name. */
  readonly question: string
  readonly consequence: string
  readonly confirm: string
  readonly done: string
  readonly danger?: true
}

const acts = {
  confirmSuperadmin: {
    endpoint: confirmSuperadmin,
    title: '最高管理者への変更の承認',
    question: 'を最高管理者にする申請を承認しますか？',
    consequence:
      'すべての端末からログアウトし、次のログインから最高管理者になります。ご本人であることを確認してください。すべての最高管理者にメールで知らせます。',
    confirm: '承認する',
    done: '最高管理者への変更を承認しました',
    danger: true,
  },
  refuseSuperadmin: {
    endpoint: refuseSuperadmin,
    title: '申請の取り消し',
    question: 'を最高管理者にする申請を取り消しますか？',
    consequence: '権限は変わりません。',
    confirm: '取り消す',
    done: '申請を取り消しました',
  },
  disable: {
    endpoint: disableUser,
    title: 'アカウントの無効化',
    question: 'のアカウントを無効にしますか？',
    consequence: 'すぐにログアウトし、有効に戻すまでログインできなくなります。登録した内容は残ります。',
    confirm: '無効にする',
    done: 'アカウントを無効にしました',
    danger: true,
  },
  enable: {
    endpoint: enableUser,
    title: 'アカウントの有効化',
    question: 'のアカウントを有効に戻しますか？',
    consequence: 'これまでと同じ権限で、再びログインできるようになります。',
    confirm: '有効にする',
    done: 'アカウントを有効にしました',
  },
  unlock: {
    endpoint: unlockUser,
    title: 'ロックの解除',
    question: 'のロックを解除しますか？',
    consequence: 'ログインの失敗が続いたためロックされています。解除すると、すぐにログインできます。',
    confirm: '解除する',
    done: 'ロックを解除しました',
  },
  passwordReset: {
    endpoint: sendPasswordReset,
    title: 'パスワード再設定メール',
    question: 'に再設定用のメールを送りますか？',
    consequence: 'ご本人が新しいパスワードを設定するまで、今のパスワードのまま使えます。',
    confirm: '送信する',
    done: 'パスワード再設定メールを送信しました',
  },
  resetSecondFactor: {
    endpoint: resetSecondFactor,
    title: '二段階認証の解除',
    question: 'の二段階認証をすべて解除しますか？',
    consequence:
      '認証アプリ、パスキー、リカバリーコードを削除し、すべての端末からログアウトします。ご本人からの依頼であることを確認してください。',
    confirm: '解除する',
    done: '二段階認証を解除しました',
    danger: true,
  },
  resendInvitation: {
    endpoint: resendInvitation,
    title: '招待の再送',
    question: 'に招待メールをもう一度送りますか？',
    consequence: 'これまでに送ったリンクは使えなくなります。新しいリンクは7日間有効です。',
    confirm: '再送する',
    done: '招待メールを再送しました',
  },
} as const satisfies Record<PlainAct, ActTexts>

function PlainActDialog({ act, user, onClose }: UserDialogsProps<PlainAct>) {
  const texts: ActTexts = acts[act]
  const queries = useQueryClient()
  const idempotencyKey = useIdempotencyKey([act, user.id])
  return (
    <ActDialog
      title={texts.title}
      confirm={texts.confirm}
      danger={texts.danger ?? false}
      act={() => call(texts.endpoint, { params: { id: user.id }, idempotencyKey })}
      onDone={async ({ superadminRequest }) => {
        await queries.invalidateQueries({ queryKey: queryKey('users') })
        onClose()
        const waits = act === 'enable' && superadminRequest !== null
        showToast(waits ? '申請しました。ほかの最高管理者が承認すると、有効になります' : texts.done)
      }}
      onClose={onClose}
    >
      <strong>{user.name}</strong>（{addressText(user)}）{texts.question}
      <br />
      {texts.consequence}
    </ActDialog>
  )
}
