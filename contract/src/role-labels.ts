import type { Role } from './accounts.ts'

/** D1. Apart from the other labels, which the login page does not need. */
export const roleLabels = {
  user: '一般ユーザー',
  admin: '管理者',
  superadmin: '最高管理者',
} as const satisfies Record<Role, string>
