import { limits } from '@kyc/contract/limits.ts'
import {
  disableOrganisation,
  enableOrganisation,
  type ListedOrganisation,
} from '@kyc/contract/organisation-members.ts'
import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshOrganisations } from './organisation-queries.ts'

interface StateDialogProps {
  organisation: Pick<ListedOrganisation, 'id' | 'name' | 'disabledReason'>
  onClose: () => void
}

/** Disables an organisation with a reason, or enables it again. */
export function StateDialog(props: StateDialogProps) {
  return props.organisation.disabledReason === null ? <Disable {...props} /> : <Enable {...props} />
}

function Disable({ organisation: { id, name }, onClose }: StateDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { reason: '' },
    schema: disableOrganisation.body,
    call: (body) => call(disableOrganisation, { params: { id }, body }),
    onDone: async () => {
      await refreshOrganisations(queries)
      onClose()
      showToast('組織の利用を停止しました')
    },
  })
  return (
    <FormDialog
      title="組織の利用停止"
      submit="利用を停止する"
      failed="停止できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>
        のメンバーは、すぐに出演者と動画を表示できなくなり、理由が表示されます。登録した内容は残ります。
      </p>
      <Textarea
        size="md"
        label={<FieldLabel kind="required">理由</FieldLabel>}
        aria-label="理由"
        aria-required
        description="メンバーに表示されます。"
        autosize
        minRows={3}
        maxLength={limits.textChars}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

function Enable({ organisation: { id, name }, onClose }: StateDialogProps) {
  const queries = useQueryClient()
  const onDone = async () => {
    await refreshOrganisations(queries)
    onClose()
    showToast('組織の利用停止を解除しました')
  }
  return (
    <ActDialog
      title="利用停止の解除"
      confirm="解除する"
      act={() => call(enableOrganisation, { params: { id } })}
      onClose={onClose}
      onDone={onDone}
    >
      <strong>{name}</strong>の利用停止を解除しますか？
      <br />
      メンバーは、これまでと同じ役割で、再び出演者と動画を扱えるようになります。
    </ActDialog>
  )
}
