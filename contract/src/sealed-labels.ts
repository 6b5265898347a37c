/** Acts on a sealed record that neither open nor destroy it (D17), as labelled in the audit log. */
export const sealedChangeLabels = {
  held: '保全',
  hold_ended: '保全の解除',
  destruction_requested: '破棄の申請',
  destruction_withdrawn: '破棄の申請の取り消し',
  destruction_confirmed: '破棄の承認',
  destruction_stopped: '破棄の中止',
} as const

export type SealedChange = keyof typeof sealedChangeLabels

/** Why a record may be destroyed before its retention ends (D116). The policies name these exceptions. */
export const destructionKindLabels = {
  subject_request: '本人の請求',
  court_order: '裁判所等の命令',
  registered_by_mistake: '誤った登録',
} as const

export type DestructionKind = keyof typeof destructionKindLabels
export const destructionKinds = [
  'subject_request',
  'court_order',
  'registered_by_mistake',
] as const satisfies readonly DestructionKind[]

/**
 * Why a sealed record is kept even after the end of its retention (D110): an open request of the performer, or a video
 * with the performer.
 */
export const keptByTexts = {
  request: '本人からの請求に、まだ回答していません。',
  publication: '出演した動画が公開されています。',
  unknown: '出演した動画に、公開の状況が未入力のものがあります。',
} as const

export type KeptBy = keyof typeof keptByTexts
export const keptBy = ['request', 'publication', 'unknown'] as const satisfies readonly KeptBy[]

/** Acts that request or refuse to make an account a superadmin, as labelled in the audit log; the role itself stays. */
export const superadminChangeLabels = {
  superadmin_requested: '最高管理者への変更の申請',
  superadmin_refused: '最高管理者への変更の取り消し',
} as const
