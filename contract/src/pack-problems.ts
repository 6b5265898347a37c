/** The errors about packs of evidence (D109): a part of `problems`. */
export const packProblems = {
  PACK_NOT_FOUND: { status: 404, title: '証拠パックが見つかりません。' },
  PACK_ENDED: {
    status: 404,
    title: 'このリンクは使えません。期限が過ぎたか、取り消されています。送り主にご確認ください。',
  },
  PACK_LIMIT: {
    status: 409,
    title: '有効な証拠パックが多すぎます。使わないものを取り消してから、もう一度お試しください。',
  },
} as const
