/** The errors about shared titles (D113): a part of `problems`. */
export const shareProblems = {
  SHARE_NOT_FOUND: {
    status: 404,
    title: '共有された動画が見つかりません。共有が終了したか、一時的に止まっています。',
  },
  SHARE_LIMIT: {
    status: 409,
    title: '共有先が多すぎます。使わない共有を終了してから、もう一度お試しください。',
  },
  PAPER_NOT_PERMITTED: {
    status: 409,
    title: 'この書類の閲覧は許可されていないか、期限が過ぎています。共有元に許可を依頼してください。',
  },
} as const
