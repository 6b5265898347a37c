import type { Partner } from '@kyc/contract/partners.ts'
import { type FormEvent, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import form from '../../ui/form.module.css'
import frame from '../../ui/frame.module.css'
import { Alert } from '../../ui/mantine/Alert.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { OriginFields, type PartnerValues } from './PartnerFields.tsx'
import { parseOrigins } from './partner-text.ts'
import { partnerValues } from './partner-values.ts'
import classes from './partners.module.css'
import { useUpdatePartner } from './use-update-partner.ts'

/** Allowed origins for callbacks, redirects and referrers (D33). */
export function OriginsTab({ partner }: { partner: Partner }) {
  // Shows the stored values until the first edit (D42), then the values of that version with the edits.
  const [edit, setEdit] = useState<{ before: Partner; values: PartnerValues } | null>(null)
  const { before, values } = edit ?? { before: partner, values: partnerValues(partner) }
  const update = useUpdatePartner(partner, () => setEdit(null))
  const errors = fieldErrors(update.error)
  const changed = (['callbackOrigins', 'redirectOrigins', 'referrerOrigins'] as const).some(
    (field) => parseOrigins(values[field]).join() !== before[field].join(),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending || !changed) return
    update.mutate({
      callbackOrigins: parseOrigins(values.callbackOrigins),
      redirectOrigins: parseOrigins(values.redirectOrigins),
      referrerOrigins: parseOrigins(values.referrerOrigins),
      version: before.version,
    })
  }
  return (
    <section className={frame.card} aria-label="許可する送信先">
      <form onSubmit={submit} noValidate className={`${form.form} ${classes.body}`}>
        <OriginFields
          values={values}
          errors={errors}
          readOnly={update.isPending}
          onChange={(part) => setEdit({ before, values: { ...values, ...part } })}
        />
        {update.isError && Object.keys(errors).length === 0 && (
          <Alert color="red" role="alert" title="更新できませんでした">
            {failureText(update.error)}
          </Alert>
        )}
        <div className={form.foot}>
          <Button
            variant="default"
            disabled={!changed || update.isPending}
            onClick={() => {
              setEdit(null)
              update.reset()
            }}
          >
            元に戻す
          </Button>
          <Button type="submit" disabled={!changed} loading={update.isPending}>
            保存
          </Button>
        </div>
      </form>
    </section>
  )
}
