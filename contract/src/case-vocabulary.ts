/** Why a case is closed: a final reason, or too many resubmissions of a slot (D78). */
export const caseClosures = ['final', 'resubmissions'] as const
export type CaseClosure = (typeof caseClosures)[number]

export const caseClosureLabels = {
  final: '再提出できない理由での差し戻し',
  resubmissions: '再提出の回数の上限',
} as const satisfies Record<CaseClosure, string>
