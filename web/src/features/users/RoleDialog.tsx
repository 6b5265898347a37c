import { roleLabels } from '@kyc/contract/role-labels.ts'
import { changeRole, type ManagedUser } from '@kyc/contract/users.ts'
import { Alert, Button, Modal, NativeSelect } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { queryKeys } from '../../api/query-keys.ts'
import form from '../../ui/form.module.css'
import { showToast } from '../../ui/toast.ts'
import { roleChoices, roleNotes, roleOf } from './role-choices.ts'

/** For superadmins alone (D4); the person is signed out everywhere (D27). */
export function RoleDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }) {
  const queries = useQueryClient()
  const [role, setRole] = useState(user.role)
  const change = useMutation({
    mutationFn: () => call(changeRole, { params: { id: user.id }, body: { role } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: queryKeys.users })
      onClose()
      showToast(`${user.name} さんの権限を${roleLabels[role]}に変更しました`)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (role !== user.role && !change.isPending) change.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="権限の変更"
      size={480}
      centered
      closeOnClickOutside={!change.isPending}
      // A fresh sign-in may be asked for above this dialog: Esc is for that one then.
      closeOnEscape={!change.isPending}
      trapFocus={!change.isPending}
      closeButtonProps={{ 'aria-label': '閉じる', disabled: change.isPending }}
    >
      <form onSubmit={submit} className={form.form}>
        <p>
          <strong>{user.name}</strong>（{user.email}）
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
        {change.isError && (
          <Alert color="red" role="alert" title="権限を変更できませんでした">
            {failureText(change.error)}
          </Alert>
        )}
        <div className={form.foot}>
          <Button variant="default" size="md" onClick={onClose} disabled={change.isPending}>
            キャンセル
          </Button>
          <Button type="submit" size="md" disabled={role === user.role} loading={change.isPending}>
            変更する
          </Button>
        </div>
      </form>
    </Modal>
  )
}
