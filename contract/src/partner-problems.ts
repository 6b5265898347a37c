/** The errors about partners, their keys and addresses (D33, D112): a part of `problems`. */
export const partnerProblems = {
  KYC_PARTNER_REFUSED: {
    status: 400,
    title: '提携先を確認できませんでした。company_id と api_key を提携先にご確認ください。',
  },
  CALLBACK_NOT_ALLOWED: { status: 400, title: 'callback_url は提携先に登録されていません。' },
  REDIRECT_NOT_ALLOWED: { status: 400, title: 'redirect_url は提携先に登録されていません。' },
  WEBHOOK_NOT_ALLOWED: {
    status: 400,
    title: 'url は、提携先に登録されたコールバックの送信先のアドレスではありません。',
  },
  PARTNER_VERSION_UNKNOWN: { status: 400, title: 'KYC-Version に指定された版はありません。' },
  PARTNER_KEY_INVALID: { status: 401, title: 'キーがないか、正しくないか、使えなくなっています。' },
  PARTNER_SCOPE_MISSING: { status: 403, title: 'このキーでは、この操作はできません。' },
  KYC_ADDRESS_ENDED: {
    status: 404,
    title: 'このアドレスは、すでに使われたか、有効期限が切れています。提携先のページからやり直してください。',
  },
  KYC_ADDRESS_TEST: { status: 404, title: 'テスト用のアドレスです。本人確認は行われません。' },
  TOO_MANY_KEYS: { status: 409, title: 'キーは20件までです。使っていないキーを失効させてください。' },
} as const
