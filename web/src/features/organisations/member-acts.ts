import {
  type Member,
  type MemberInvitation,
  mayManageMembers,
  type Organisation,
} from '@kyc/contract/organisation-members.ts'
import { auditorRefusal } from '../../session/use-organisations.ts'

/** Acts on a member, in the order of the menu. */
export const memberActs = ['role', 'handOver', 'remove', 'leave'] as const
export type MemberAct = (typeof memberActs)[number]

/** The open dialog about a member or an invitation. */
export type MemberOpen =
  | { readonly act: 'role'; readonly member: Member }
  | { readonly act: Exclude<MemberAct, 'role'>; readonly member: Member }
  | { readonly act: 'revoke'; readonly invitation: MemberInvitation }

export interface OfferedAct {
  readonly act: MemberAct
  /** Why it is disabled, as a short text for the menu. */
  readonly refused?: string
}

/** What the account may do in the organisation; the server checks each act again. */
export interface OwnPlace {
  readonly accountId: string
  /** Undefined for admins who are no members. */
  readonly member: Member | undefined
  /** Auditors change nothing, also as members. */
  readonly isAuditor?: boolean
}

/** Why the account may not manage members and settings, for the page; undefined if it may. */
export function whyUnmanaged(
  { member, isAuditor }: OwnPlace,
  { disabledReason }: Organisation,
): string | undefined {
  if (isAuditor) return auditorRefusal
  if (disabledReason !== null) return '利用を停止されている間は、変更できません。'
  if (!member) return 'メンバーではないため、変更はできません。'
  return mayManageMembers(member.role) ? undefined : 'メンバーの管理と設定の変更は、代表だけができます。'
}

/** The acts on a member that the account may see, each with the reason if it is disabled. */
export function actsOn(member: Member, own: OwnPlace, organisation: Organisation): OfferedAct[] {
  const isOwn = member.accountId === own.accountId
  const others = organisation.members.some(
    ({ accountId, role }) => role === 'representative' && accountId !== member.accountId,
  )
  const isLast = member.role === 'representative' && !others
  const last = isLast ? 'ほかに代表がいません' : undefined
  const refused = whyUnmanaged(own, organisation) && '代表のみ'
  if (isOwn) {
    const disabled = organisation.disabledReason === null ? undefined : '利用停止中'
    const mayNotLeave = own.isAuditor ? '監査人は閲覧のみ' : disabled
    return [offer('role', refused ?? last), offer('leave', mayNotLeave ?? last)]
  }
  const alreadyRepresentative = member.role === 'representative' ? 'すでに代表です' : undefined
  return [
    offer('role', refused),
    offer('handOver', refused ?? alreadyRepresentative),
    offer('remove', refused),
  ]
}

function offer(act: MemberAct, refused: string | undefined): OfferedAct {
  return refused === undefined ? { act } : { act, refused }
}
