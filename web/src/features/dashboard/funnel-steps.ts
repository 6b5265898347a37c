export interface FunnelStep {
  readonly label: string
  readonly count: number
  /** Of those who opened the form. */
  readonly percent: number
  /** Who went away in the middle. */
  readonly lost: boolean
}

/**
 * The steps of the form, and who left it. Whoever comes back to a form that stands open starts it again without
 * another view, so that a share can pass the whole; it is shown as the whole.
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
