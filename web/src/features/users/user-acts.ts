import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import { auditorRefusal } from '../../session/use-organisations.ts'
import type { Session } from '../../session/use-session.ts'

/** Acts on an account, in the order of the menu (D5). */
export const userActs = [
  'confirmSuperadmin',
  'refuseSuperadmin',
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
  /** Why it is disabled, as a short text for the menu. */
  readonly refused?: string
}

/** Why the account cannot be managed, for the menu. The server checks each act again. */
export function whyUnmanaged(user: ManagedUser, session: Session): string | undefined {
  if (user.mayManage) return undefined
  if (session.isAuditor && user.id !== session.user.id) return auditorRefusal
  return user.id === session.user.id
    ? 'ご自身のアカウントは「アカウント」画面で管理します。'
    : '自分と同じか上の権限の方は操作できません。'
}

/** Sessions and sign-in times are hidden from lower roles; the server omits them. */
export function maySeeSessions({ user: me, readsAll }: Session, { role }: ManagedUser): boolean {
  return role === 'superadmin' ? isAtLeast(me.role, role) : readsAll
}

/** The address that dialogs add to the name, since users choose their names (D56). */
export function addressText({ email, emailVerified }: ManagedUser): string {
  const address = email ?? 'メールアドレスなし'
  return emailVerified ? address : `${address}・未確認`
}

/** The acts that fit the state of the account, each with the reason if it is disabled. */
export function actsFor(user: ManagedUser, session: Session): OfferedAct[] {
  return userActs
    .filter((act) => fits[act](user))
    .map((act) => {
      const refused = refusal(act, user, session)
      return refused === undefined ? { act } : { act, refused }
    })
}

/** Whether an act fits the state of the account. */
const fits: Record<UserAct, (user: ManagedUser) => boolean> = {
  confirmSuperadmin: ({ superadminRequest }) => superadminRequest !== null && !superadminRequest.own,
  refuseSuperadmin: ({ superadminRequest }) => superadminRequest !== null,
  role: () => true,
  resendInvitation: ({ state }) => state === 'invited',
  unlock: ({ state }) => state === 'locked',
  passwordReset: ({ provider, state }) => provider === 'legacy' && (state === 'active' || state === 'locked'),
  resetSecondFactor: ({ secondFactor }) => secondFactor,
  sessions: ({ state }) => state !== 'invited',
  enable: ({ state }) => state === 'disabled',
  disable: ({ state }) => state !== 'disabled',
}

function refusal(act: UserAct, user: ManagedUser, session: Session): string | undefined {
  // An equal role may view them; ending them requires a higher role.
  if (act === 'sessions') return maySeeSessions(session, user) ? undefined : '権限がありません'
  if (!user.mayManage) return '権限がありません'
  if (act !== 'role') return undefined
  if (!session.isSuperadmin) return '最高管理者のみ'
  if (!user.emailVerified) return 'メールアドレス未確認'
  return user.roleManaged ? '動画サービスで管理' : undefined
}
