import type { Partner } from '@kyc/contract/partners.ts'
import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import { type FormEvent, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import form from '../../ui/form.module.css'
import frame from '../../ui/frame.module.css'
import { OriginFields } from './PartnerFields.tsx'
import { partnerValues } from './partner-values.ts'
import { originsOf } from './partner-words.ts'
import classes from './partners.module.css'
import { useUpdatePartner } from './use-update-partner.ts'

/** Where results may be sent and people sent back to (D33). */
export function OriginsTab({ partner }: { partner: Partner }) {
  const stored = partnerValues(partner)
  const [values, setValues] = useState(stored)
  const update = useUpdatePartner(partner, () => undefined)
  const errors = fieldErrors(update.error)
  const changed = (['callbackOrigins', 'redirectOrigins', 'referrerOrigins'] as const).some(
    (field) => originsOf(values[field]).join() !== originsOf(stored[field]).join(),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending || !changed) return
    update.mutate({
      callbackOrigins: originsOf(values.callbackOrigins),
      redirectOrigins: originsOf(values.redirectOrigins),
      referrerOrigins: originsOf(values.referrerOrigins),
    })
  }
  return (
    <section className={frame.card} aria-label="許可する送信先">
      <form onSubmit={submit} noValidate className={`${form.form} ${classes.body}`}>
        <OriginFields
          values={values}
          errors={errors}
          onChange={(part) => setValues({ ...values, ...part })}
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
              setValues(stored)
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
