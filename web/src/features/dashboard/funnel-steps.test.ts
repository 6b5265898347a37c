import { expect, test } from 'vitest'
import { funnelSteps } from './funnel-steps.ts'

test('percentages relate to opened forms and are at most 100', () => {
  const steps = funnelSteps({ opened: 8, started: 9, completed: 5, abandoned: 3 })
  expect(steps.map(({ percent }) => percent)).toEqual([100, 100, 63, 38])
})

test('percentages are zero for a form that was never opened', () => {
  const steps = funnelSteps({ opened: 0, started: 0, completed: 0, abandoned: 0 })
  expect(steps.map(({ percent }) => percent)).toEqual([0, 0, 0, 0])
})
