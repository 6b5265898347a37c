import type { Role } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { inviteUser } from '@kyc/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { showToast } from '../../ui/toast.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { roleChoices, roleNotes, roleOf } from './role-choices.ts'

interface Values {
  email: string
  name: string
  role: Role
}

/** Invites by mail (D5). Repeating the same invitation creates no second account (D20). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { isSuperadmin } = useSession()
  const queries = useQueryClient()
  const [values, setValues] = useState<Values>({ email: '', name: '', role: 'user' })
  const idempotencyKey = useIdempotencyKey(values)
  const [faults, setFaults] = useState<{ email?: string | undefined; name?: string | undefined }>({})
  const invite = useMutation({
    mutationFn: () => call(inviteUser, { body: values, idempotencyKey }),
    onSuccess: async (user) => {
      await queries.invalidateQueries({ queryKey: queryKey('users') })
      onClose()
      showToast(`${user.name} さんに招待メールを送信しました`)
    },
  })
  const change = (part: Partial<Values>) => setValues({ ...values, ...part })
  const errors = fieldErrors(invite.error)
  const taken = invite.error instanceof ApiError && invite.error.code === 'EMAIL_IN_USE'
  const general = invite.isError && !taken && Object.keys(errors).length === 0
  const emailError = faults.email ?? (taken ? failureText(invite.error) : errors.email)
  const submit = () => {
    const newFaults = {
      email: values.email.trim() === '' ? 'メールアドレスを入力してください。' : undefined,
      name: values.name.trim() === '' ? '氏名を入力してください。' : undefined,
    }
    setFaults(newFaults)
    if (!newFaults.email && !newFaults.name) invite.mutate()
  }
  return (
    <FormDialog
      title="ユーザーを招待"
      submit="招待メールを送信"
      busy={invite.isPending}
      failed="招待できませんでした"
      error={general ? failureText(invite.error) : null}
      onSubmit={submit}
      onClose={onClose}
    >
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
        label="氏名"
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
    </FormDialog>
  )
}
