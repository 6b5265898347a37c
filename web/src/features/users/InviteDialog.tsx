import type { Role } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { inviteUser } from '@kyc/contract/users.ts'
import { Alert, Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useSession } from '../../session/use-session.ts'
import form from '../../ui/form.module.css'
import { showToast } from '../../ui/toast.ts'
import { roleChoices, roleNotes, roleOf } from './role-choices.ts'

interface Values {
  email: string
  name: string
  role: Role
}

/** Invites by mail (D5). A repeat of the same invitation makes no second account (D20). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { isSuperadmin } = useSession()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>({ email: '', name: '', role: 'user' })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [faults, setFaults] = useState<{ email?: string | undefined; name?: string | undefined }>({})
  const invite = useMutation({
    mutationFn: () => call(inviteUser, { body: values, idempotencyKey: key }),
    onSuccess: async (user) => {
      await queries.invalidateQueries({ queryKey: queryKeys.users })
      onClose()
      showToast(`${user.name} さんに招待メールを送信しました`)
    },
  })
  const change = (part: Partial<Values>) => {
    setValues({ ...values, ...part })
    setKey(crypto.randomUUID())
  }
  const errors = fieldErrors(invite.error)
  const taken = invite.error instanceof ApiError && invite.error.code === 'EMAIL_IN_USE'
  const emailError = faults.email ?? (taken ? failureText(invite.error) : errors.email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = {
      email: values.email.trim() === '' ? 'メールアドレスを入力してください。' : undefined,
      name: values.name.trim() === '' ? 'お名前を入力してください。' : undefined,
    }
    setFaults(found)
    if (!found.email && !found.name && !invite.isPending) invite.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="ユーザーを招待"
      size={480}
      centered
      closeOnClickOutside={false}
      // A fresh sign-in may be asked for above this dialog: Esc is for that one then.
      closeOnEscape={!invite.isPending}
      trapFocus={!invite.isPending}
      closeButtonProps={{ 'aria-label': '閉じる', disabled: invite.isPending }}
    >
      <form onSubmit={submit} noValidate className={form.form}>
        <p>招待メールのリンクから、ご本人がパスワードを設定します。リンクは7日間有効です。</p>
        <TextInput
          size="md"
          label="メールアドレス"
          type="email"
          autoComplete="off"
          placeholder="name@example.com"
          value={values.email}
          error={emailError}
          data-autofocus
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
        <TextInput
          size="md"
          label="お名前"
          autoComplete="off"
          maxLength={limits.nameChars}
          value={values.name}
          error={faults.name ?? errors.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <NativeSelect
          size="md"
          label="権限"
          description={isSuperadmin ? roleNotes[values.role] : '管理者は一般ユーザーを招待できます。'}
          data={roleChoices(isSuperadmin)}
          value={values.role}
          error={errors.role}
          onChange={(event) => change({ role: roleOf(event.currentTarget.value) })}
        />
        {invite.isError && !taken && Object.keys(errors).length === 0 && (
          <Alert color="red" role="alert" title="招待できませんでした">
            {failureText(invite.error)}
          </Alert>
        )}
        <div className={form.foot}>
          <Button variant="default" size="md" onClick={onClose} disabled={invite.isPending}>
            キャンセル
          </Button>
          <Button type="submit" size="md" loading={invite.isPending}>
            招待メールを送信
          </Button>
        </div>
      </form>
    </Modal>
  )
}
