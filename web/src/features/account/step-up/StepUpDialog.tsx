import type { AccountSecurity } from '@kyc/contract/account.ts'
import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { passkeysSupported } from '../../../session/passkeys.ts'
import { useAccountSecurity } from '../../../session/use-account-security.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { StepUpByProvider } from './StepUpByProvider.tsx'
import { type StepUpActions, StepUpForm } from './StepUpForm.tsx'
import { type StepUpWay, stepUpWays } from './step-up-ways.ts'

/** Step-up by a method of the account. The call that required it continues afterwards. */
export function StepUpDialog({ onDone, onCancel }: StepUpActions) {
  const security = useAccountSecurity()
  return (
    <Dialog title="認証" size={440} onClose={onCancel}>
      {security.isPending && <TextSkeleton lines={4} />}
      {security.isError && (
        <ErrorState
          title="確認の方法を取得できませんでした"
          onRetry={() => void security.refetch()}
          retrying={security.isFetching}
          requestId={security.error instanceof ApiError ? security.error.requestId : null}
        />
      )}
      {security.data && <Methods security={security.data} onDone={onDone} onCancel={onCancel} />}
    </Dialog>
  )
}

function Methods({ security, ...actions }: StepUpActions & { security: AccountSecurity }) {
  const ways = stepUpWays(security, passkeysSupported())
  const [way, setWay] = useState(ways[0])
  const withFactor = security.totp || security.passkeys.length > 0
  return (
    <>
      <Text mb="md">
        {way
          ? '大切な操作のため、ご本人であることを確認します。'
          : 'この端末で使える確認の方法がありません。'}
      </Text>
      {way === 'provider' && <StepUpByProvider {...actions} />}
      {way && way !== 'provider' && <StepUpForm key={way} way={way} {...actions} />}
      <Stack align="flex-start" gap="sm" mt="md" fz="xs">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <LinkButton key={other} onClick={() => setWay(other)}>
              {switches[other]}
            </LinkButton>
          ))}
        {withFactor && (
          <Text size="xs" c="dimmed">
            どの方法も使えないときは、管理者に二段階認証の解除を依頼してください。
          </Text>
        )}
      </Stack>
    </>
  )
}

const switches = {
  password: 'パスワードで確認する',
  provider: '動画サービスのアカウントで確認する',
  totp: '認証アプリで確認する',
  passkey: 'パスキーで確認する',
  recovery_code: 'リカバリーコードで確認する',
} as const satisfies Record<StepUpWay, string>
