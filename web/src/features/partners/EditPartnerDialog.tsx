import type { Partner } from '@kyc/contract/partners.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { NameFields } from './PartnerFields.tsx'
import { partnerChanges, useUpdatePartner } from './use-update-partner.ts'

export function EditPartnerDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const { name, mode, version } = partner
  const form = useFormCall({
    initial: { name, mode, version },
    schema: partnerChanges,
    call: useUpdatePartner(partner),
    onDone: onClose,
  })
  return (
    <FormDialog
      title="提携先の編集"
      submit="保存"
      disabledReason={form.unsaved ? undefined : '変更はありません'}
      failed="更新できませんでした"
      state={form}
      onClose={onClose}
    >
      <NameFields {...form} />
    </FormDialog>
  )
}
