import { type AccountSecurity, stepUpOptions } from '@kyc/contract/account.ts'
import { stepUp } from '@kyc/contract/sign-in.ts'
import { Alert, Button, PasswordInput } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import IconFingerprint from '@tabler/icons-react/dist/esm/icons/IconFingerprint.mjs'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../api/call.ts'
import { failureText } from '../api/failure-text.ts'
import { CodeField, isCode, plainCode } from '../ui/CodeField.tsx'
import { askPasskey, PasskeyFailure, passkeysSupported } from './passkeys.ts'
import classes from './StepUp.module.css'

export interface StepUpFormProps {
  security: AccountSecurity
  onDone: () => void
  onCancel: () => void
}

/** The code of the app where there is one, else the password; a passkey beside either. */
export function StepUpForm({ security, onDone, onCancel }: StepUpFormProps) {
  const [way, setWay] = useState<'totp' | 'password'>(security.totp ? 'totp' : 'password')
  const [value, setValue] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The dialog opened before it was known what to ask for, so its own focus is elsewhere by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way brings another field
  useEffect(() => form.current?.querySelector('input')?.focus(), [way])
  const give = useMutation({
    mutationFn: () =>
      call(stepUp, {
        body: way === 'totp' ? { method: way, code: plainCode(value) } : { method: way, password: value },
      }),
    onSuccess: onDone,
  })
  const touch = useMutation({ mutationFn: givePasskey, onSuccess: onDone })
  const busy = give.isPending || touch.isPending
  const byPasskey = security.passkeys.length > 0 && passkeysSupported()
  const bothWays = security.totp && security.hasPassword
  const error = give.error ?? touch.error
  const change = (text: string) => {
    setValue(text)
    give.reset()
    touch.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form lies within another one's tree: without this its act would be sent as well.
    event.stopPropagation()
    if (!busy) give.mutate()
  }
  const field = { value, disabled: busy }
  return (
    <form ref={form} onSubmit={submit} className={classes.form}>
      <p className={classes.lead}>大切な操作のため、ご本人であることを確認します。</p>
      {error && (
        <Alert color="red" role="alert">
          {wordsOf(error)}
        </Alert>
      )}
      {byPasskey && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconFingerprint size={17} stroke={1.7} />}
          loading={touch.isPending}
          disabled={give.isPending}
          onClick={() => touch.mutate()}
        >
          パスキーで確認
        </Button>
      )}
      {way === 'totp' && (
        <CodeField
          {...field}
          onChange={change}
          description="認証アプリに表示されている数字を入力してください。"
        />
      )}
      {way === 'password' && security.hasPassword && (
        <PasswordInput
          size="md"
          label="パスワード"
          name="password"
          autoComplete="current-password"
          value={value}
          disabled={busy}
          onChange={(event) => change(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
        />
      )}
      {bothWays && (
        <button
          type="button"
          className={classes.other}
          onClick={() => {
            setWay(way === 'totp' ? 'password' : 'totp')
            change('')
          }}
        >
          {way === 'totp' ? 'パスワードで確認する' : '認証アプリで確認する'}
        </button>
      )}
      <div className={classes.buttons}>
        <Button variant="default" size="md" onClick={onCancel} disabled={busy}>
          キャンセル
        </Button>
        {(security.totp || security.hasPassword) && (
          <Button
            type="submit"
            size="md"
            loading={give.isPending}
            disabled={touch.isPending || (way === 'totp' ? !isCode(value) : value === '')}
          >
            確認する
          </Button>
        )}
      </div>
    </form>
  )
}

async function givePasskey(): Promise<void> {
  const credential = await askPasskey(await call(stepUpOptions))
  await call(stepUp, { body: { method: 'passkey', credential } })
}

function wordsOf(error: Error): string {
  if (error instanceof PasskeyFailure) return error.message
  return failureText(error)
}
