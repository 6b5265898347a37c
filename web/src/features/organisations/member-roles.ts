import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import { type MemberRole, memberRoles } from '@kyc/contract/organisations.ts'

/** Describes each role in the dialogs that assign it. */
export const memberRoleNotes = {
  representative: '担当の操作に加えて、メンバーの招待と変更、組織の設定ができます。',
  staff: '出演者と動画の登録・編集、書類の提出ができます。',
  viewer: '表示だけができます。登録やダウンロード、エクスポートはできません。',
} as const satisfies Record<MemberRole, string>

export const memberRoleChoices = memberRoles.map((role) => ({ value: role, label: memberRoleLabels[role] }))

export function memberRoleOf(value: string): MemberRole {
  return memberRoles.find((role) => role === value) ?? 'viewer'
}
