/** The errors about the reuse of a verified person (D126): a part of `problems`. */
export const relianceProblems = {
  RELIANCE_NOT_FOUND: {
    status: 404,
    title: '確認結果の利用の許可が見つかりません。終了したか、一時的に止まっています。',
  },
  RELIANCE_STATE: {
    status: 409,
    title: '今は許可できません。書類が承認されているかを、登録した組織にご確認ください。',
  },
  RELIANCE_REFUSED: {
    status: 409,
    title: '登録した組織が、この組織による利用を終了しました。利用する組織に、書類を提出してください。',
  },
  RELIANCE_LIMIT: {
    status: 409,
    title: '許可している組織が多すぎます。使わない許可を終了してから、もう一度お試しください。',
  },
  RELIED_FACTS: {
    status: 409,
    title:
      'ほかの組織の確認による氏名と生年月日は、変更できません。変更が必要な場合は、確認結果の利用を終了してください。',
  },
} as const
