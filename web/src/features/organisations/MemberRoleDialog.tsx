import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import { changeMemberRole, type Member, type Organisation } from '@kyc/contract/organisation-members.ts'
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { memberRoleChoices, memberRoleNotes, memberRoleOf } from './member-roles.ts'
import { refreshOrganisations } from './organisation-queries.ts'

interface MemberRoleDialogProps {
  member: Member
  organisation: Organisation
  onClose: () => void
}

export function MemberRoleDialog({ member, organisation, onClose }: MemberRoleDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { role: member.role },
    call: (body) =>
      call(changeMemberRole, { params: { id: organisation.id, accountId: member.accountId }, body }),
    onDone: async () => {
      await refreshOrganisations(queries)
      onClose()
      showToast(`${member.name}さんの役割を${memberRoleLabels[role]}に変更しました`)
    },
  })
  const { role } = form.values
  return (
    <FormDialog
      title="役割の変更"
      submit="変更する"
      disabledReason={role === member.role ? '変更はありません' : undefined}
      failed="役割を変更できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        <strong>{member.name}</strong>（{member.email ?? 'メールアドレスなし'}）
        <br />
        変更は、すぐに反映されます。
      </p>
      <NativeSelect
        size="md"
        label="役割"
        description={memberRoleNotes[role]}
        data={memberRoleChoices}
        value={role}
        data-autofocus
        onChange={(event) => form.change({ role: memberRoleOf(event.currentTarget.value) })}
      />
    </FormDialog>
  )
}
