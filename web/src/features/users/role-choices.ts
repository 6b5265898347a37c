import { type Role, roles } from '@kyc/contract/accounts.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'

/** Describes each role in the dialogs that assign it (D1). */
export const roleNotes = {
  user: '自分の組織の出演者だけを扱えます。',
  auditor: 'すべての記録と監査ログを閲覧します。変更はできません。書類を開くには理由の入力が必要です。',
  admin: 'すべての出演者を扱い、書類を審査します。一般ユーザーを招待できます。',
  superadmin:
    '管理者の権限に加えて、権限の変更など、すべての操作ができます。ほかに最高管理者がいる場合は、その方が承認するまで変わりません。',
} as const satisfies Record<Role, string>

/** An admin assigns the lowest role, a superadmin any. */
export function roleChoices(isSuperadmin: boolean): { value: Role; label: string }[] {
  const assignable = isSuperadmin ? roles : roles.slice(0, 1)
  return assignable.map((role) => ({ value: role, label: roleLabels[role] }))
}

export function roleOf(value: string): Role {
  return roles.find((role) => role === value) ?? 'user'
}
