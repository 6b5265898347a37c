import { changePassword } from '@kyc/contract/account.ts'
import { Box, PasswordInput, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { useAccountSecurity } from '../../session/use-account-security.ts'
import { useSession } from '../../session/use-session.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Form } from '../../ui/Form.tsx'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { NewPasswordField } from '../sign-in/NewPasswordField.tsx'

/** Only for accounts with a password here; provider accounts have theirs at the video service. */
export function PasswordSection() {
  const { user } = useSession()
  const security = useAccountSecurity()
  // Before the reply, so that the sections below do not move, and after a failure, `provider` decides.
  const hasPassword = security.data?.hasPassword ?? user.provider === 'legacy'
  if (!hasPassword) return null
  return (
    <Section title="パスワード">
      <Box p="md" maw={432}>
        <PasswordForm />
      </Box>
    </Section>
  )
}

function PasswordForm() {
  const { user } = useSession()
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { currentPassword: '', newPassword: '' },
    schema: changePassword.body,
    call: (body) => call(changePassword, { body }),
    onDone: async (_, reset) => {
      reset()
      showToast('パスワードを変更しました。ほかの端末はログアウトしました。')
      await queries.invalidateQueries({ queryKey: queryKey('account.sessions') })
    },
  })
  return (
    <Form
      state={form}
      foot={
        <div>
          <BusyButton type="submit" variant="default" busy={form.busy}>
            パスワードを変更
          </BusyButton>
        </div>
      }
    >
      <Text size="xs" c="dimmed">
        変更すると、この端末以外はすべてログアウトします。
      </Text>
      {/* Password managers store the password under this address. */}
      <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
      <PasswordInput
        size="md"
        label="現在のパスワード"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': '現在のパスワードを表示', tabIndex: 0 }}
        {...form.field('currentPassword')}
        name="current-password"
      />
      <NewPasswordField {...form.field('newPassword')} />
    </Form>
  )
}
