import type { MemberRole, OrganisationKind } from './organisations.ts'

// A separate module, so that pages of records do not load these labels.

/** The kinds of an organisation, as pages name them (D67). */
export const organisationKindLabels = {
  personal: '個人',
  producer: '制作会社',
  distributor: '配信会社',
} as const satisfies Record<OrganisationKind, string>

/** D67: the roles within an organisation. */
export const memberRoleLabels = {
  representative: '代表',
  staff: '担当',
  viewer: '閲覧',
} as const satisfies Record<MemberRole, string>

/** Changes to the members and settings of an organisation, as labelled in the audit log. */
export const organisationChangeLabels = {
  settings: '設定の変更',
  member_invited: 'メンバーの招待',
  invitation_revoked: '招待の取り消し',
  invitation_declined: '招待の辞退',
  member_joined: '参加',
  member_role: '役割の変更',
  member_removed: 'メンバーの削除',
  member_left: '退会',
  handed_over: '代表の交代',
  approved: '承認',
  cancelled: '解約',
  cancellation_withdrawn: '解約の取り消し',
  disabled: '利用停止',
  enabled: '利用停止の解除',
  move_requested: '記録の移行の申請',
  move_cancelled: '記録の移行の取り消し',
  moved: '記録の移行',
  merge_requested: '統合の申請',
  merge_cancelled: '統合の取り消し',
  merged: '統合',
  template_added: 'テンプレートの追加',
  template_changed: 'テンプレートの変更',
  template_removed: 'テンプレートの削除',
} as const
