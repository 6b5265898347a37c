import type { Partner } from '@kyc/contract/partners.ts'
import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import { type FormEvent, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import form from '../../ui/form.module.css'
import frame from '../../ui/frame.module.css'
import { OriginFields, type PartnerValues } from './PartnerFields.tsx'
import { originsOf } from './partner-text.ts'
import { partnerValues } from './partner-values.ts'
import classes from './partners.module.css'
import { useUpdatePartner } from './use-update-partner.ts'

/** Where results may be sent and people sent back to (D33). */
export function OriginsTab({ partner }: { partner: Partner }) {
  // Until something is typed the page follows what is stored (D42); from then on it is about the partner of that moment.
  const [edit, setEdit] = useState<{ before: Partner; values: PartnerValues } | null>(null)
  const { before, values } = edit ?? { before: partner, values: partnerValues(partner) }
  const update = useUpdatePartner(partner, () => setEdit(null))
  const errors = fieldErrors(update.error)
  const changed = (['callbackOrigins', 'redirectOrigins', 'referrerOrigins'] as const).some(
    (field) => originsOf(values[field]).join() !== before[field].join(),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending || !changed) return
    update.mutate({
      callbackOrigins: originsOf(values.callbackOrigins),
      redirectOrigins: originsOf(values.redirectOrigins),
      referrerOrigins: originsOf(values.referrerOrigins),
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
