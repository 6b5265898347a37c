import { roleLabels } from '@kyc/contract/role-labels.ts'
import { changeRole, type ManagedUser } from '@kyc/contract/users.ts'
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { roleChoices, roleNotes, roleOf } from './role-choices.ts'
import { addressText } from './user-acts.ts'

/** For superadmins only (D4); ends all sessions of the account (D27). */
export function RoleDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { role: user.role },
    call: (body) => call(changeRole, { params: { id: user.id }, body }),
    onDone: async ({ role, superadminRequest }) => {
      await queries.invalidateQueries({ queryKey: queryKey('users') })
      onClose()
      showToast(
        superadminRequest
          ? `${user.name}さんを最高管理者にする申請をしました`
          : `${user.name}さんの権限を${roleLabels[role]}に変更しました`,
      )
    },
  })
  const { role } = form.values
  return (
    <FormDialog
      title="権限の変更"
      submit="変更する"
      disabledReason={role === user.role ? '変更はありません' : undefined}
      failed="権限を変更できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        <strong>{user.name}</strong>（{addressText(user)}）
        <br />
        変更すると、すべての端末からログアウトし、次のログインから新しい権限になります。
      </p>
      <NativeSelect
        size="md"
        label="権限"
        description={roleNotes[role]}
        data={roleChoices(true)}
        value={role}
        data-autofocus
        onChange={(event) => form.change({ role: roleOf(event.currentTarget.value) })}
      />
    </FormDialog>
  )
}
