import type { Partner } from '@kyc/contract/partners.ts'
import { Alert, Button, Modal } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { type FormEvent, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import form from '../../ui/form.module.css'
import { NameFields } from './PartnerFields.tsx'
import { partnerValues } from './partner-values.ts'
import { useUpdatePartner } from './use-update-partner.ts'

export function EditPartnerDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const [values, setValues] = useState(() => partnerValues(partner))
  const update = useUpdatePartner(partner, onClose)
  const errors = fieldErrors(update.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!update.isPending) update.mutate({ name: values.name, mode: values.mode })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="提携先の編集"
      size={480}
      centered
      closeOnClickOutside={false}
      // A fresh sign-in may be asked for above this dialog: Esc is for that one then.
      closeOnEscape={!update.isPending}
      trapFocus={!update.isPending}
      closeButtonProps={{ 'aria-label': '閉じる', disabled: update.isPending }}
    >
      <form onSubmit={submit} noValidate className={form.form}>
        <NameFields values={values} errors={errors} onChange={(part) => setValues({ ...values, ...part })} />
        {update.isError && Object.keys(errors).length === 0 && (
          <Alert color="red" role="alert" title="更新できませんでした">
            {failureText(update.error)}
          </Alert>
        )}
        <div className={form.foot}>
          <Button variant="default" size="md" onClick={onClose} disabled={update.isPending}>
            キャンセル
          </Button>
          <Button type="submit" size="md" loading={update.isPending}>
            保存
          </Button>
        </div>
      </form>
    </Modal>
  )
}
