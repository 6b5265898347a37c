import { stepUpOptions } from '@kyc/contract/account.ts'
import type { SecondFactor } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { stepUp } from '@kyc/contract/sign-in.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { authenticateWithPasskey, PasskeyFailure } from '../../../session/passkeys.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { CodeField, isCode, plainCode } from '../../../ui/CodeField.tsx'
import { IconFingerprint } from '../../../ui/icons.ts'
import { Button } from '../../../ui/mantine/Button.ts'
import { PasswordInput } from '../../../ui/mantine/PasswordInput.ts'
import { TextInput } from '../../../ui/mantine/TextInput.ts'
import classes from './StepUp.module.css'

export interface StepUpActions {
  onDone: () => void
  onCancel: () => void
}

type Way = 'password' | SecondFactor

/** Step-up by password, code or passkey. */
export function StepUpForm({ way, onDone, onCancel }: StepUpActions & { way: Way }) {
  const [value, setValue] = useState('')
  const form = useRef<HTMLFormElement>(null)
  // The dialog applies data-autofocus only when it opens, which may be before this form has loaded.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, button[type="submit"]')?.focus(), [])
  const confirmation = useMutation({ mutationFn: () => confirm(way, value), onSuccess: onDone })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble to a form that contains this dialog in its tree and would submit it.
    event.stopPropagation()
    if (!confirmation.isPending) confirmation.mutate()
  }
  const change = (text: string) => {
    setValue(text)
    confirmation.reset()
  }
  const complete = way === 'passkey' || (way === 'totp' ? isCode(value) : value.trim() !== '')
  return (
    <form ref={form} onSubmit={submit} className={classes.form}>
      {confirmation.error && (
        <Alert>
          {confirmation.error instanceof PasskeyFailure
            ? confirmation.error.message
            : failureText(confirmation.error)}
        </Alert>
      )}
      <Field way={way} value={value} disabled={confirmation.isPending} onChange={change} />
      <div className={classes.buttons}>
        <Button variant="default" size="md" onClick={onCancel} disabled={confirmation.isPending}>
          キャンセル
        </Button>
        <BusyButton
          type="submit"
          size="md"
          busy={confirmation.isPending}
          disabled={!complete}
          {...(way === 'passkey' && { 'data-autofocus': true })}
          leftSection={way === 'passkey' ? <IconFingerprint size={17} /> : undefined}
        >
          {way === 'passkey' ? 'パスキーで確認' : '確認する'}
        </BusyButton>
      </div>
    </form>
  )
}

interface FieldProps {
  way: Way
  value: string
  disabled: boolean
  onChange: (value: string) => void
}

function Field({ way, onChange, ...field }: FieldProps) {
  switch (way) {
    case 'password':
      return (
        <PasswordInput
          size="md"
          label="パスワード"
          name="password"
          autoComplete="current-password"
          data-autofocus
          {...field}
          onChange={(event) => onChange(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
        />
      )
    case 'totp':
      return (
        <CodeField
          autoFocus
          {...field}
          onChange={onChange}
          description="認証アプリに表示されている数字を入力してください。"
        />
      )
    case 'recovery_code':
      return (
        <TextInput
          size="md"
          label="リカバリーコード"
          description="保存しておいたコードを1つ入力してください。使ったコードは無効になります。"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.recoveryCodeChars}
          data-autofocus
          {...field}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'passkey':
      return (
        <p className={classes.lead}>
          登録した端末の指紋、顔、画面ロック、またはセキュリティキーで確認します。
        </p>
      )
  }
}

async function confirm(way: Way, value: string): Promise<void> {
  if (way === 'passkey') {
    const credential = await authenticateWithPasskey(await call(stepUpOptions))
    await call(stepUp, { body: { method: way, credential } })
  } else if (way === 'password') {
    await call(stepUp, { body: { method: way, password: value } })
  } else {
    await call(stepUp, { body: { method: way, code: way === 'totp' ? plainCode(value) : value } })
  }
}
