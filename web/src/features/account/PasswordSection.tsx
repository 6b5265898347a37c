import { changePassword } from '@kyc/contract/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { useAccountSecurity } from '../../session/use-account-security.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/mantine/Alert.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { PasswordInput } from '../../ui/mantine/PasswordInput.ts'
import { Section } from '../../ui/Section.tsx'
import { showToast } from '../../ui/toast.ts'
import { NewPasswordField, passwordFault } from '../sign-in/NewPasswordField.tsx'
import classes from './account.module.css'

/** Only for accounts with a password here; provider accounts have theirs at the video service. */
export function PasswordSection() {
  const security = useAccountSecurity()
  if (!security.data?.hasPassword) return null
  return (
    <Section title="パスワード">
      <PasswordForm />
    </Section>
  )
}

const empty = { current: '', next: '' }

function PasswordForm() {
  const { user } = useSession()
  const queries = useQueryClient()
  const [values, setValues] = useState(empty)
  const [faults, setFaults] = useState<{ current?: string | undefined; next?: string | undefined }>({})
  const change = useMutation({
    mutationFn: () =>
      call(changePassword, { body: { currentPassword: values.current, newPassword: values.next } }),
    onSuccess: async () => {
      setValues(empty)
      showToast('パスワードを変更しました。ほかの端末はログアウトしました。')
      await queries.invalidateQueries({ queryKey: queryKey('account.sessions') })
    },
  })
  const errors = fieldErrors(change.error)
  const currentError =
    change.error instanceof ApiError && change.error.code === 'PASSWORD_WRONG'
      ? change.error.title
      : errors.currentPassword
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const newFaults = {
      current: values.current === '' ? '現在のパスワードを入力してください。' : undefined,
      next: passwordFault(values.next),
    }
    setFaults(newFaults)
    if (!newFaults.current && !newFaults.next && !change.isPending) change.mutate()
  }
  return (
    <form onSubmit={submit} className={classes.body} noValidate>
      <p className={classes.lead}>変更すると、この端末以外はすべてログアウトします。</p>
      <div className={classes.fields}>
        {/* Password managers store the password under this address. */}
        <input type="email" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <PasswordInput
          size="md"
          label="現在のパスワード"
          name="current-password"
          autoComplete="current-password"
          value={values.current}
          error={faults.current ?? currentError}
          onChange={(event) => setValues({ ...values, current: event.currentTarget.value })}
          visibilityToggleButtonProps={{ 'aria-label': '現在のパスワードを表示', tabIndex: 0 }}
        />
        <NewPasswordField
          value={values.next}
          onChange={(next) => setValues({ ...values, next })}
          error={faults.next ?? errors.newPassword}
        />
        {change.isError && !currentError && !errors.newPassword && (
          <Alert color="red" role="alert">
            {failureText(change.error)}
          </Alert>
        )}
        <div>
          <Button type="submit" variant="default" loading={change.isPending}>
            パスワードを変更
          </Button>
        </div>
      </div>
    </form>
  )
}
