import type { SecondFactor, User } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { giveSecondFactor, secondFactorOptions } from '@kyc/contract/sign-in.ts'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { authenticateWithPasskey, PasskeyFailure, passkeysSupported } from '../../session/passkeys.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { CodeField, isCode, plainCode } from '../../ui/CodeField.tsx'
import { IconChevronLeft, IconFingerprint } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import classes from './SecondFactorStep.module.css'
import { outcomeOf, refusalOf, refusalText, type SignInOutcome } from './sign-in.ts'

export interface SecondFactorStepProps {
  /** The factors of the account, from the reply of the first step. */
  methods: readonly SecondFactor[]
  onSignedIn: (user: User) => void
  onBack: () => void
  /** The heading, on pages without one. */
  title?: ReactNode
}

const switches = {
  totp: '認証アプリのコードを使う',
  passkey: 'パスキーを使う',
  recovery_code: 'リカバリーコードを使う',
} as const satisfies Record<SecondFactor, string>

/** The second step of a sign-in (D31): shows one factor and buttons to switch to the others. */
export function SecondFactorStep({ methods, onSignedIn, onBack, title }: SecondFactorStepProps) {
  const usable = methods.filter((method) => method !== 'passkey' || passkeysSupported())
  const [way, setWay] = useState<SecondFactor>(firstOf(usable))
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another factor has another field
  useEffect(() => input.current?.focus(), [way])

  const send = async (prove: () => Promise<SignInOutcome>) => {
    setBusy(true)
    setRefusal(null)
    const outcome = await prove()
    setBusy(false)
    if (outcome.kind === 'signed-in') return onSignedIn(outcome.user)
    setRefusal(textOf(outcome))
    setValue('')
    input.current?.focus()
  }
  const complete = way === 'totp' ? isCode(value) : way === 'passkey' || value.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!complete) {
      setRefusal(way === 'totp' ? '6桁の数字を入力してください。' : 'リカバリーコードを入力してください。')
      input.current?.focus()
      return
    }
    void send(() => (way === 'passkey' ? sendPasskey() : sendCode(way, value)))
  }
  return (
    <form onSubmit={submit} className={classes.form} aria-label="二段階認証">
      {title}
      {refusal && <Alert title={refusal} />}
      {way === 'totp' && (
        <CodeField
          ref={input}
          value={value}
          onChange={setValue}
          description="認証アプリに表示されている数字を入力してください。"
        />
      )}
      {way === 'recovery_code' && (
        <TextInput
          ref={input}
          size="md"
          label="リカバリーコード"
          description="保存しておいたコードを1つ入力してください。使ったコードは無効になります。"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.recoveryCodeChars}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {way === 'passkey' && (
        <p className={classes.lead}>
          登録した端末の指紋、顔、画面ロック、またはセキュリティキーで確認します。
        </p>
      )}
      <BusyButton
        type="submit"
        size="md"
        fullWidth
        busy={busy}
        busyText="確認中..."
        leftSection={way === 'passkey' ? <IconFingerprint size={17} /> : undefined}
      >
        {way === 'passkey' ? 'パスキーで確認' : '確認してログイン'}
      </BusyButton>
      <div className={classes.others}>
        {usable
          .filter((other) => other !== way)
          .map((other) => (
            <LinkButton
              key={other}
              disabled={busy}
              onClick={() => {
                setWay(other)
                setValue('')
                setRefusal(null)
              }}
            >
              {switches[other]}
            </LinkButton>
          ))}
        <LinkButton onClick={onBack} disabled={busy}>
          <IconChevronLeft size={16} aria-hidden />
          ログインに戻る
        </LinkButton>
      </div>
    </form>
  )
}

/** The quickest usable factor. */
function firstOf(usable: readonly SecondFactor[]): SecondFactor {
  return (['passkey', 'totp'] as const).find((method) => usable.includes(method)) ?? 'recovery_code'
}

async function sendCode(method: 'totp' | 'recovery_code', value: string): Promise<SignInOutcome> {
  const code = method === 'totp' ? plainCode(value) : value.trim()
  try {
    return await outcomeOf(await call(giveSecondFactor, { body: { method, code } }))
  } catch (error) {
    return refusalOf(error)
  }
}

async function sendPasskey(): Promise<SignInOutcome> {
  try {
    const credential = await authenticateWithPasskey(await call(secondFactorOptions))
    return await outcomeOf(await call(giveSecondFactor, { body: { method: 'passkey', credential } }))
  } catch (error) {
    if (error instanceof PasskeyFailure) return { kind: 'refused', message: error.message, requestId: null }
    return refusalOf(error)
  }
}

function textOf(outcome: SignInOutcome): string {
  if (outcome.kind !== 'refused') return '時間が経過したため、もう一度最初からログインしてください。'
  return refusalText(outcome)
}
