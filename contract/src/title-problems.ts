/** The errors about the facts of a video and its publication (D106): a part of `problems`. */
export const titleProblems = {
  CHANNEL_NOT_FOUND: { status: 404, title: '公開先が見つかりません。' },
  /** `errors` names each blocker. */
  RECORDS_MISSING: {
    status: 409,
    title:
      '記録に不足があるため、この公開は記録できません。動画の画面で、不足している項目を確認してください。',
  },
  CONSENT_WITHDRAWN: {
    status: 409,
    title:
      '撤回された同意は、変更も削除もできません。あらためて同意を得た場合は、新しい同意を追加してください。',
    field: 'consents',
  },
  APPEARANCE_ENDED: {
    status: 409,
    title: '解除・差止請求・同意の撤回の記録を変更できるのは、管理者だけです。',
    field: 'ended',
  },
  TAKEDOWN_RECEIVED: {
    status: 409,
    title: '公開停止の申し出があった出演者を動画から外せるのは、管理者だけです。',
    field: 'performerId',
  },
  RULE_NEVER_OVERRIDDEN: {
    status: 409,
    title: 'この規則は、だれも解除できません。不足している事実を記録してください。',
    field: 'rule',
  },
  // Shared titles (D113).
  SHARE_NOT_FOUND: {
    status: 404,
    title: '共有された動画が見つかりません。共有が終了したか、一時的に止まっています。',
  },
  SHARE_LIMIT: {
    status: 409,
    title: '共有先が多すぎます。使わない共有を終了してから、もう一度お試しください。',
  },
  TITLE_REFERENCE_USED: {
    status: 409,
    title: 'この reference は、ほかの動画に使われています。',
    field: 'reference',
  },
  /** `errors` names each rule, with the number of the performer. */
  TITLE_BLOCKED: {
    status: 409,
    title: '記録に不足があるため、公開を記録できません。errors に、不足している規則があります。',
  },
  PAPER_NOT_PERMITTED: {
    status: 409,
    title: 'この書類の閲覧は許可されていないか、期限が過ぎています。共有元に許可を依頼してください。',
  },
} as const
