import { VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './Steps.module.css'

export const steps = ['check', 'auth', 'result'] as const
export type Step = (typeof steps)[number]

const labels = { check: '情報の確認', auth: '認証', result: '完了' } as const satisfies Record<Step, string>

/** The three steps, each with number or check mark and label (spec §2). */
export function Steps({ current }: { current: Step }) {
  const at = steps.indexOf(current)
  return (
    <ol className={classes.steps} aria-label="手続きの段階">
      {steps.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < at ? 'done' : index === at ? 'current' : 'ahead'}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {index < at ? <IconCheck size={18} stroke={2.1} aria-hidden /> : index + 1}
          </span>
          <span>
            {labels[step]}
            {index < at && <VisuallyHidden>（済み）</VisuallyHidden>}
          </span>
        </li>
      ))}
    </ol>
  )
}
