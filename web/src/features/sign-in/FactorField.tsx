import type { SecondFactor } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect } from 'react'
import { CodeField, isCode } from '../../ui/CodeField.tsx'
import { type FormCallOptions, useFormCall } from '../../ui/use-form-call.ts'

export type ProofWay = 'password' | SecondFactor

type ProofOptions<Reply> = Pick<FormCallOptions<{ proof: string }, Reply>, 'check' | 'onDone' | 'textOf'> & {
  prove: (proof: string) => Promise<Reply>
}

/** A form with one proof of identity. Its field has the focus at the start and after a refusal. */
export function useProofForm<Reply>({ prove, ...options }: ProofOptions<Reply>) {
  const form = useFormCall({ initial: { proof: '' }, call: ({ proof }) => prove(proof), ...options })
  const { ref, failure } = form
  const { proof } = form.values
  useEffect(() => {
    // Typing ends a refusal; the field must not be selected again then.
    if (proof !== '' && !failure) return
    const control = ref.current?.querySelector<HTMLElement>('input, button[type="submit"]')
    control?.focus()
    if (control instanceof HTMLInputElement) control.select()
  }, [ref, failure, proof])
  return form
}

export function isComplete(way: ProofWay, proof: string): boolean {
  return way === 'totp' ? isCode(proof) : way === 'passkey' || proof.trim() !== ''
}

/** The field of a second factor, or for a passkey a text that explains what happens. */
export function FactorField({ way, ...field }: TextInputProps & { way: SecondFactor }) {
  switch (way) {
    case 'totp':
      return (
        <CodeField
          description="認証アプリに表示されている数字を入力してください。"
          data-autofocus
          {...field}
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
        />
      )
    case 'passkey':
      return <p>登録した端末の指紋、顔、画面ロック、またはセキュリティキーで確認します。</p>
  }
}
