import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { IconAlertTriangle } from '../../ui/icons.ts'
import { useSamePerformers } from './check-fields.ts'
import classes from './RegisterPage.module.css'
import type { PerformerValues } from './registration-form.ts'

export interface SamePerformersProps {
  values: PerformerValues
  organisation: string | undefined
}

/** A hint that the typed person may be registered already, with links that keep the form open. */
export function SamePerformers({ values, organisation }: SamePerformersProps) {
  const same = useSamePerformers(values, { organisation })
  return (
    <div aria-live="polite">
      {same.length > 0 && (
        <p className={classes.same}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            <strong>同じ氏名・生年月日の出演者がいます。</strong>
            {same.map(({ id, name }) => (
              <AppLink key={id} href={paths.performer(id)} target="_blank">
                {name}（新しいタブで開く）
              </AppLink>
            ))}
          </span>
        </p>
      )}
    </div>
  )
}
