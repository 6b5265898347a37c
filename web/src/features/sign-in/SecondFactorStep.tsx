import type { SecondFactor, User } from '@kyc/contract/accounts.ts'
import { problems } from '@kyc/contract/problems.ts'
import { giveSecondFactor, secondFactorOptions } from '@kyc/contract/sign-in.ts'
import { Stack } from '@mantine/core'
import { IconChevronLeft, IconFingerprint } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../api/call.ts'
import { authenticateWithPasskey, passkeysSupported } from '../../session/passkeys.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { plainCode } from '../../ui/CodeField.tsx'
import { Form } from '../../ui/Form.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { FactorField, isComplete, useProofForm } from './FactorField.tsx'
import {
  CookieMissing,
  completeSignIn,
  refusalOf,
  refusedDetail,
  refusedTitle,
  SignInRefused,
} from './sign-in.ts'

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

const missingTexts = {
  totp: '6桁の数字を入力してください。',
  passkey: undefined,
  recovery_code: 'リカバリーコードを入力してください。',
} as const satisfies Record<SecondFactor, string | undefined>

/** The second step of a sign-in (D31): shows one factor and buttons to switch to the others. */
export function SecondFactorStep({ methods, ...step }: SecondFactorStepProps) {
  const usable = methods.filter((method) => method !== 'passkey' || passkeysSupported())
  const [way, setWay] = useState<SecondFactor>(firstOf(usable))
  const others = usable.filter((other) => other !== way)
  return <FactorForm key={way} way={way} others={others} onSwitch={setWay} {...step} />
}

interface FactorFormProps extends Omit<SecondFactorStepProps, 'methods'> {
  way: SecondFactor
  others: readonly SecondFactor[]
  onSwitch: (way: SecondFactor) => void
}

function FactorForm({ way, others, onSwitch, onSignedIn, onBack, title }: FactorFormProps) {
  const form = useProofForm({
    check: ({ proof }) => ({ proof: isComplete(way, proof) ? undefined : missingTexts[way] }),
    prove: (proof) => proveFactor(way, proof),
    onDone: onSignedIn,
    textOf: refusedDetail,
  })
  return (
    <Form
      state={form}
      failed={refusedTitle(form.failure)}
      gap={20}
      foot={
        <>
          <BusyButton
            type="submit"
            size="md"
            fullWidth
            busy={form.busy}
            busyText="確認中..."
            leftSection={way === 'passkey' ? <IconFingerprint size={17} /> : undefined}
          >
            {way === 'passkey' ? 'パスキーで確認' : '確認してログイン'}
          </BusyButton>
          <Stack align="flex-start" gap={4}>
            {others.map((other) => (
              <LinkButton key={other} disabled={form.busy} onClick={() => onSwitch(other)}>
                {switches[other]}
              </LinkButton>
            ))}
            <LinkButton onClick={onBack} disabled={form.busy}>
              <IconChevronLeft size={16} aria-hidden />
              ログインに戻る
            </LinkButton>
          </Stack>
        </>
      }
    >
      {title}
      <FactorField way={way} {...form.field('proof')} />
    </Form>
  )
}

/** The quickest usable factor. */
function firstOf(usable: readonly SecondFactor[]): SecondFactor {
  return (['passkey', 'totp'] as const).find((method) => usable.includes(method)) ?? 'recovery_code'
}

/** Throws SignInRefused or PasskeyFailure. */
async function proveFactor(way: SecondFactor, proof: string): Promise<User> {
  const body =
    way === 'passkey'
      ? { method: way, credential: await authenticateWithPasskey(await challenge()) }
      : { method: way, code: way === 'totp' ? plainCode(proof) : proof.trim() }
  try {
    const { user } = await completeSignIn(call(giveSecondFactor, { body }))
    if (user) return user
  } catch (error) {
    if (!(error instanceof CookieMissing)) throw error
  }
  throw new SignInRefused(problems.SECOND_FACTOR_EXPIRED.title)
}

async function challenge() {
  try {
    return await call(secondFactorOptions)
  } catch (error) {
    throw refusalOf(error)
  }
}
