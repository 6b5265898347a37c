export interface FunnelStep {
  readonly label: string
  readonly count: number
  /** Percentage of opened forms. */
  readonly percent: number
  /** Whether the step counts abandoned forms. */
  readonly lost: boolean
}

/**
 * The steps of the registration form. A form that stays open can be started again without another view, so
 * percentages are capped at 100.
 */
export function funnelSteps(counts: {
  opened: number
  started: number
  completed: number
  abandoned: number
}): FunnelStep[] {
  const step = (label: string, count: number, lost = false) => ({
    label,
    count,
    percent: counts.opened === 0 ? 0 : Math.min(100, Math.round((count / counts.opened) * 100)),
    lost,
  })
  return [
    step('フォームを開いた', counts.opened),
    step('入力を始めた', counts.started),
    step('登録した', counts.completed),
    step('途中でやめた', counts.abandoned, true),
  ]
}
