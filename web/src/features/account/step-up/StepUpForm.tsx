import { stepUpOptions } from '@kyc/contract/account.ts'
import { stepUp } from '@kyc/contract/sign-in.ts'
import { Button, Group, PasswordInput } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { authenticateWithPasskey, PasskeyFailure } from '../../../session/passkeys.ts'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { plainCode } from '../../../ui/CodeField.tsx'
import { Form } from '../../../ui/Form.tsx'
import { FactorField, isComplete, type ProofWay, useProofForm } from '../../sign-in/FactorField.tsx'

export interface StepUpActions {
  onDone: () => void
  onCancel: () => void
}

/** Step-up by password, code or passkey. */
export function StepUpForm({ way, onDone, onCancel }: StepUpActions & { way: ProofWay }) {
  const form = useProofForm({
    prove: (proof) => confirm(way, proof),
    onDone,
    textOf: (error) => (error instanceof PasskeyFailure ? error.message : failureText(error)),
  })
  const complete = isComplete(way, form.values.proof)
  return (
    <Form
      state={form}
      disabled={!complete}
      foot={
        <Group justify="flex-end" gap="sm" mt="xs">
          <Button variant="default" size="md" onClick={onCancel} disabled={form.busy}>
            キャンセル
          </Button>
          <BusyButton
            type="submit"
            size="md"
            busy={form.busy}
            disabled={!complete}
            data-autofocus={way === 'passkey' || undefined}
            leftSection={way === 'passkey' ? <IconFingerprint size={17} /> : undefined}
          >
            {way === 'passkey' ? 'パスキーで確認' : '確認する'}
          </BusyButton>
        </Group>
      }
    >
      {way === 'password' ? (
        <PasswordInput
          size="md"
          label="パスワード"
          autoComplete="current-password"
          {...form.field('proof')}
          name="password"
          data-autofocus
        />
      ) : (
        <FactorField way={way} {...form.field('proof')} />
      )}
    </Form>
  )
}

async function confirm(way: ProofWay, proof: string): Promise<void> {
  if (way === 'passkey') {
    const credential = await authenticateWithPasskey(await call(stepUpOptions))
    await call(stepUp, { body: { method: way, credential } })
  } else if (way === 'password') {
    await call(stepUp, { body: { method: way, password: proof } })
  } else {
    await call(stepUp, { body: { method: way, code: way === 'totp' ? plainCode(proof) : proof } })
  }
}
