import { expect, test } from 'vitest'
import { funnelSteps } from './funnel-steps.ts'

test('shares are of those who opened the form, and never more than all of them', () => {
  const steps = funnelSteps({ opened: 8, started: 9, completed: 5, abandoned: 3 })
  expect(steps.map(({ percent }) => percent)).toEqual([100, 100, 63, 38])
})

test('a form that nobody opened divides nothing by zero', () => {
  const steps = funnelSteps({ opened: 0, started: 0, completed: 0, abandoned: 0 })
  expect(steps.map(({ percent }) => percent)).toEqual([0, 0, 0, 0])
})
