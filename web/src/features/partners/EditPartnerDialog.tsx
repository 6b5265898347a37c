import type { Partner } from '@kyc/contract/partners.ts'
import { useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NameFields } from './PartnerFields.tsx'
import { partnerValues } from './partner-values.ts'
import { useUpdatePartner } from './use-update-partner.ts'

export function EditPartnerDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  // The partner when the dialog opened; the page behind may show a newer version (D42).
  const [before] = useState(partner)
  const [values, setValues] = useState(() => partnerValues(before))
  const update = useUpdatePartner(partner, onClose)
  const errors = fieldErrors(update.error)
  const otherError = update.isError && Object.keys(errors).length === 0
  return (
    <FormDialog
      title="提携先の編集"
      submit="保存"
      busy={update.isPending}
      failed="更新できませんでした"
      error={otherError ? failureText(update.error) : null}
      onSubmit={() => update.mutate({ name: values.name, mode: values.mode, version: before.version })}
      onClose={onClose}
    >
      <NameFields values={values} errors={errors} onChange={(part) => setValues({ ...values, ...part })} />
    </FormDialog>
  )
}
