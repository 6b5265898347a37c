import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { jumpTo } from './jump-to.ts'
import classes from './RequiredList.module.css'
import type { RegistrationForm } from './registration-form.ts'
import { missingRequired, requiredCount, requiredItems } from './required-items.ts'

/** The required items of a registration; each jumps to its field. */
export function RequiredList({ form }: { form: RegistrationForm }) {
  const items = requiredItems(form)
  const done = requiredCount - missingRequired(form).length
  return (
    <section className={classes.panel} aria-labelledby="required-title">
      <div className={classes.head}>
        <h2 id="required-title">必須項目</h2>
        <span className={classes.count}>
          <strong>{done}</strong> / {requiredCount} 完了
        </span>
      </div>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.label}>
            <UnstyledButton
              className={classes.item}
              data-done={item.done || undefined}
              onClick={() => jumpTo(item.target)}
            >
              {item.done ? (
                <IconCircleCheck size={18} aria-hidden />
              ) : (
                <IconCircleDashed size={18} aria-hidden />
              )}
              <span>
                {item.label}
                {item.done && <VisuallyHidden>（完了）</VisuallyHidden>}
                {item.note && <span className={classes.note}>{item.note}</span>}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <p className={classes.foot}>登録後は管理者が審査し、結果をメールでお知らせします。</p>
    </section>
  )
}
