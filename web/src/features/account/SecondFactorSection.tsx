import { renewRecoveryCodes } from '@kyc/contract/account.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { failureText } from '../../api/failure-text.ts'
import { useAccountSecurity } from '../../session/use-account-security.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import classes from './account.module.css'
import { hasSecondFactor, lastIsKept } from './factor-rules.ts'
import { PasskeyRows } from './PasskeyRows.tsx'
import { RecoveryCodesRow } from './RecoveryCodesRow.tsx'

export interface SecondFactorSectionProps {
  /** A second factor was added; the first brings recovery codes, none otherwise. */
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
  /** New recovery codes; left out while enrolling, when there are none to be renewed. */
  onRenewed?: (recoveryCodes: readonly string[]) => void
}

export function SecondFactorSection({ onAdded, onRenewed }: SecondFactorSectionProps) {
  const security = useAccountSecurity()
  const on = security.data && hasSecondFactor(security.data)
  return (
    <Section
      title="二段階認証"
      action={
        security.data &&
        (on ? (
          <StateBadge tone="ok">有効</StateBadge>
        ) : (
          <StateBadge tone={security.data.secondFactorRequired ? 'wait' : 'neutral'}>未設定</StateBadge>
        ))
      }
    >
      {security.isPending && (
        <div className={classes.body}>
          <TextSkeleton lines={6} />
        </div>
      )}
      {security.isError && (
        <ErrorState title="二段階認証の状態を取得できませんでした" {...failedQuery(security)} />
      )}
      {security.data && (
        <>
          <AuthenticatorRow security={security.data} onAdded={onAdded} />
          <PasskeyRows security={security.data} onAdded={onAdded} />
          {on && onRenewed && <RecoveryCodes left={security.data.recoveryCodes} onRenewed={onRenewed} />}
          {lastIsKept(security.data) && (
            <p className={classes.locked}>
              この権限では二段階認証が必要なため、最後の1つは削除できません。別の方法を登録すると削除できます。
            </p>
          )}
        </>
      )}
    </Section>
  )
}

function RecoveryCodes({
  left,
  onRenewed,
}: {
  left: number
  onRenewed: (recoveryCodes: readonly string[]) => void
}) {
  const [asking, setAsking] = useState(false)
  const renew = useMutation({
    mutationFn: () => call(renewRecoveryCodes),
    onSuccess: ({ recoveryCodes }) => {
      setAsking(false)
      onRenewed(recoveryCodes)
    },
  })
  return (
    <>
      <RecoveryCodesRow left={left} onRenew={() => setAsking(true)} />
      <ConfirmDialog
        opened={asking}
        title="リカバリーコードの再発行"
        confirm="再発行"
        busy={renew.isPending}
        onClose={() => {
          setAsking(false)
          renew.reset()
        }}
        onConfirm={() => renew.mutate()}
        error={renew.isError ? failureText(renew.error) : null}
      >
        新しいリカバリーコードを発行しますか？
        <br />
        これまでのコードはすべて使えなくなります。
      </ConfirmDialog>
    </>
  )
}
