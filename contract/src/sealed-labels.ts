/** Acts on a sealed record that neither open nor destroy it (D17), as labelled in the audit log. */
export const sealedChangeLabels = {
  held: '保全',
  hold_ended: '保全の解除',
  destruction_requested: '破棄の申請',
  destruction_withdrawn: '破棄の申請の取り消し',
} as const

export type SealedChange = keyof typeof sealedChangeLabels
