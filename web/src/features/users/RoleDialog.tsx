import { roleLabels } from '@kyc/contract/role-labels.ts'
import { changeRole, type ManagedUser } from '@kyc/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { showToast } from '../../ui/toast.ts'
import { roleChoices, roleNotes, roleOf } from './role-choices.ts'
import { addressText } from './user-acts.ts'

/** For superadmins only (D4); ends all sessions of the account (D27). */
export function RoleDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queries = useQueryClient()
  const [role, setRole] = useState(user.role)
  const change = useMutation({
    mutationFn: () => call(changeRole, { params: { id: user.id }, body: { role } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKey('users') })
      onClose()
      showToast(`${user.name} さんの権限を${roleLabels[role]}に変更しました`)
    },
  })
  return (
    <FormDialog
      title="権限の変更"
      submit="変更する"
      disabled={role === user.role}
      busy={change.isPending}
      failed="権限を変更できませんでした"
      error={change.isError ? failureText(change.error) : null}
      onSubmit={() => change.mutate()}
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
        onChange={(event) => {
          setRole(roleOf(event.currentTarget.value))
          change.reset()
        }}
      />
    </FormDialog>
  )
}
