import { IconAlertCircle, IconAlertTriangle } from '../../ui/icons.ts'
import { PasswordInput } from '../../ui/mantine/PasswordInput.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { type AuthFields, type AuthForm, type ChangeForm, changeField, passwordWarning } from './auth-form.ts'
import classes from './kyc.module.css'

/** The fields of the current mode, each with its error. */
export function AuthFieldset({ form, onForm }: { form: AuthForm; onForm: ChangeForm }) {
  const warning = passwordWarning(form)
  const isNew = form.mode === 'register'
  const field = (name: keyof AuthFields) => ({
    size: 'md',
    name,
    required: true,
    withAsterisk: false,
    value: form.fields[name],
    error: fault(form.faults[name]),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      onForm((current) => changeField(current, name, value))
    },
  })
  const toggle = (label: string) => ({ visibilityToggleButtonProps: { 'aria-label': label, tabIndex: 0 } })
  return (
    <>
      <TextInput {...field('email')} type="email" label="メールアドレス" autoComplete="username" />
      {form.mode !== 'reset' && (
        <div>
          <PasswordInput
            {...field('password')}
            {...toggle('パスワードを表示')}
            label="パスワード"
            autoComplete={isNew ? 'new-password' : 'current-password'}
          />
          {/* Rendered before its first text, so that screen readers announce the text. */}
          <div role="status">
            {warning && (
              <p className={classes.warning}>
                <IconAlertTriangle size={16} aria-hidden />
                {warning}
              </p>
            )}
          </div>
        </div>
      )}
      {isNew && (
        <PasswordInput
          {...field('confirmation')}
          {...toggle('確認用のパスワードを表示')}
          label="パスワード（確認）"
          autoComplete="new-password"
        />
      )}
      {form.mode === 'reset' && (
        <p className={classes.note}>
          登録済みのメールアドレスに、パスワードを再設定するためのリンクを送ります。
        </p>
      )}
    </>
  )
}

function fault(text: string | undefined) {
  return (
    text && (
      <span className={classes.hint}>
        <IconAlertCircle size={16} aria-hidden />
        {text}
      </span>
    )
  )
}
