import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import type { Session } from '../../session/use-session.ts'

/** What can be done with an account (D5); 'sessions' shows them first. */
export const userActs = [
  'role',
  'resendInvitation',
  'unlock',
  'passwordReset',
  'resetSecondFactor',
  'sessions',
  'enable',
  'disable',
] as const
export type UserAct = (typeof userActs)[number]

export interface OfferedAct {
  readonly act: UserAct
  /** Why it can't be chosen, in words short enough for the menu. */
  readonly refused?: string
}

/** Why nothing can be done with an account, as the menu says it; the server asks again at each act. */
export function whyUnmanaged(user: ManagedUser, session: Session): string | undefined {
  if (user.mayManage) return undefined
  return user.id === session.user.id
    ? 'ご自身のアカウントは「アカウント」画面で管理します。'
    : '自分と同じか上の権限の方は操作できません。'
}

/** D5: sessions and times of sign-in are not shown to lower ranks; the server leaves them out. */
export function maySeeSessions({ user: me }: Session, user: ManagedUser): boolean {
  return isAtLeast(me.role, user.role)
}

/** The address that dialogs add to the name, since users choose their names (D56). */
export function addressWords({ email, emailVerified }: ManagedUser): string {
  const address = email ?? 'メールアドレスなし'
  return emailVerified ? address : `${address}・未確認`
}

/** The acts that fit the state of the account, each with the reason where it is closed. */
export function actsFor(user: ManagedUser, session: Session): OfferedAct[] {
  return userActs
    .filter((act) => fits(act, user))
    .map((act) => {
      const refused = refusal(act, user, session)
      return refused === undefined ? { act } : { act, refused }
    })
}

function fits(act: UserAct, user: ManagedUser): boolean {
  switch (act) {
    case 'role':
      return true
    case 'resendInvitation':
      return user.state === 'invited'
    case 'unlock':
      return user.state === 'locked'
    case 'passwordReset':
      return user.provider === 'legacy' && (user.state === 'active' || user.state === 'locked')
    case 'resetSecondFactor':
      return user.secondFactor
    case 'sessions':
      return user.state !== 'invited'
    case 'enable':
      return user.state === 'disabled'
    case 'disable':
      return user.state !== 'disabled'
  }
}

function refusal(act: UserAct, user: ManagedUser, session: Session): string | undefined {
  // An equal rank may read them; ending them needs a higher one.
  if (act === 'sessions') return maySeeSessions(session, user) ? undefined : '権限がありません'
  if (!user.mayManage) return '権限がありません'
  if (act !== 'role') return undefined
  if (!session.isSuperadmin) return '最高管理者のみ'
  if (!user.emailVerified) return 'メールアドレス未確認'
  return user.roleManaged ? '動画サービスで管理' : undefined
}
