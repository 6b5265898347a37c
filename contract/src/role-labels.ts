import type { Role } from './accounts.ts'

/** D1, D67. A separate module, so that the login page does not load the other labels. */
export const roleLabels = {
  user: '一般ユーザー',
  auditor: '監査人',
  admin: '管理者',
  superadmin: '最高管理者',
} as const satisfies Record<Role, string>
