// Reliance on another organisation's record, which proves an identity with the permission of its performer (D126).

/**
 * Who or what has ended a reliance. `changed`: one of the two records was deleted, transferred or rejected, or the
 * approval of the front of the ID is no longer the same.
 */
export const relianceEnds = ['performer', 'origin', 'recipient', 'documents', 'expired', 'changed'] as const
export type RelianceEnd = (typeof relianceEnds)[number]

export const relianceEndLabels = {
  performer: '出演者本人が終了しました',
  origin: '確認した組織が終了しました',
  recipient: '利用する組織が終了しました',
  documents: '利用する組織の書類が承認されました',
  expired: '身分証明書の有効期限が切れました',
  changed: '確認した記録が変わりました',
} as const satisfies Record<RelianceEnd, string>

/**
 * `suspended`: the reliance does not count until both organisations may be used and no document of the record that is
 * relied on waits for its review.
 */
export const relianceStates = ['live', 'suspended', 'ended'] as const
export type RelianceState = (typeof relianceStates)[number]

/** Acts on a reliance, as labelled in the audit log. */
export const relianceChangeLabels = {
  reliance_permitted: 'ほかの組織に確認結果の利用を許可',
  reliance_offered: '出演者の確認結果の利用の許可',
  reliance_accepted: 'ほかの組織の確認結果により登録',
  reliance_used: '確認結果によるほかの組織での登録',
  reliance_ended_performer: '確認結果の利用を本人が終了',
  reliance_ended_origin: '確認結果の利用を確認した組織が終了',
  reliance_ended_recipient: '確認結果の利用を利用する組織が終了',
  reliance_ended_documents: '書類の承認により確認結果の利用が終了',
  reliance_ended_expired: '身分証明書の有効期限により確認結果の利用が終了',
  reliance_ended_changed: '記録の変更により確認結果の利用が終了',
} as const

export const relianceLimits = {
  /** Permissions of a record that have not ended. */
  perRecord: 20,
  /** Permissions that an organisation sees before it registers the performers. */
  offers: 100,
  /** Ended reliances that pages show. */
  endedShown: 20,
  /** Requests of codes for a permission in 24 hours; one with an id that names no organisation counts too. */
  codesPerDay: 10,
  codeMinutes: 10,
  wrongCodes: 5,
} as const
