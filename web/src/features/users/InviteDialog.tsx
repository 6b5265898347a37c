import type { Role } from '@kyc/contract/accounts.ts'
import { inviteUser } from '@kyc/contract/users.ts'
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { useSession } from '../../session/use-session.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { InviteFields } from '../organisations/InviteFields.tsx'
import { roleChoices, roleNotes, roleOf } from './role-choices.ts'

const initial: { email: string; name: string; role: Role } = { email: '', name: '', role: 'user' }

/** Invites by mail. Repeating the same invitation creates no second account (D20). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { isSuperadmin } = useSession()
  const queries = useQueryClient()
  const form = useFormCall({
    initial,
    schema: inviteUser.body,
    call: (body, idempotencyKey) => call(inviteUser, { body, idempotencyKey }),
    onDone: async (user) => {
      await queries.invalidateQueries({ queryKey: queryKey('users') })
      onClose()
      const waits = user.superadminRequest ? '。最高管理者になるには、ほかの最高管理者の承認が必要です' : ''
      showToast(`${user.name}さんに招待メールを送信しました${waits}`)
    },
  })
  const { role } = form.values
  return (
    <FormDialog
      title="ユーザーを招待"
      submit="招待メールを送信"
      failed="招待できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>招待メールのリンクから、ご本人がパスワードを設定します。リンクは7日間有効です。</p>
      <InviteFields {...form} />
      <NativeSelect
        size="md"
        label="権限"
        description={isSuperadmin ? roleNotes[role] : '管理者は一般ユーザーを招待できます。'}
        data={roleChoices(isSuperadmin)}
        value={role}
        error={form.errors.role}
        onChange={(event) => form.change({ role: roleOf(event.currentTarget.value) })}
      />
    </FormDialog>
  )
}
