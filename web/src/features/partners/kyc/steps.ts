/** The three steps of the page. */
export const steps = ['check', 'auth', 'result'] as const
export type Step = (typeof steps)[number]

export const stepLabels = {
  check: '情報の確認',
  auth: '認証',
  result: '完了',
} as const satisfies Record<Step, string>
