import { inviteMember, type Organisation } from '@kyc/contract/organisation-members.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { InviteFields } from './InviteFields.tsx'
import { memberRoleChoices, memberRoleNotes, memberRoleOf } from './member-roles.ts'
import { refreshOrganisations } from './organisation-queries.ts'

const initial: { email: string; name: string; role: MemberRole } = { email: '', name: '', role: 'staff' }

interface InviteMemberDialogProps {
  organisation: Organisation
  onClose: () => void
}

/** Invites by mail, whether the address has an account or not. A repeat renews the invitation (D20). */
export function InviteMemberDialog({ organisation, onClose }: InviteMemberDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial,
    schema: inviteMember.body,
    call: (body, idempotencyKey) =>
      call(inviteMember, { params: { id: organisation.id }, body, idempotencyKey }),
    onDone: async ({ email }) => {
      await refreshOrganisations(queries)
      onClose()
      showToast(`${email} に招待メールを送信しました`)
    },
  })
  const { role } = form.values
  return (
    <FormDialog
      title="メンバーを招待"
      submit="招待メールを送信"
      failed="招待できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        ご本人がログインして「参加する」を選ぶと、「{organisation.name}
        」の出演者と動画を扱えるようになります。
      </p>
      <InviteFields {...form} />
      <NativeSelect
        size="md"
        label="役割"
        description={memberRoleNotes[role]}
        data={memberRoleChoices}
        value={role}
        error={form.errors.role}
        onChange={(event) => form.change({ role: memberRoleOf(event.currentTarget.value) })}
      />
    </FormDialog>
  )
}
