import { renewRecoveryCodes } from '@kyc/contract/account.ts'
import { Box, Button, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { useAccountSecurity } from '../../session/use-account-security.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import { AuthenticatorRow } from './AuthenticatorRow.tsx'
import classes from './account.module.css'
import { hasSecondFactor, isLastRequired } from './factor-rules.ts'
import { PasskeyRows } from './PasskeyRows.tsx'
import { Row } from './Row.tsx'

export interface SecondFactorSectionProps {
  /** Called after a second factor was added; only the first creates recovery codes. */
  onAdded: (recoveryCodes: readonly string[]) => Promise<void>
  /** Called with new recovery codes; absent during enrolment, which has none to renew. */
  onRenewed?: (recoveryCodes: readonly string[]) => void
}

export function SecondFactorSection({ onAdded, onRenewed }: SecondFactorSectionProps) {
  const security = useAccountSecurity()
  const enabled = security.data && hasSecondFactor(security.data)
  return (
    <Section
      title="二段階認証"
      action={
        security.data &&
        (enabled ? (
          <StateBadge tone="ok">有効</StateBadge>
        ) : (
          <StateBadge tone={security.data.secondFactorRequired ? 'wait' : 'neutral'}>未設定</StateBadge>
        ))
      }
    >
      {security.isPending && (
        <Box p="md">
          <TextSkeleton lines={6} />
        </Box>
      )}
      {security.isError && (
        <ErrorState title="二段階認証の状態を取得できませんでした" {...failedQuery(security)} />
      )}
      {security.data && (
        <>
          <AuthenticatorRow security={security.data} onAdded={onAdded} />
          <PasskeyRows security={security.data} onAdded={onAdded} />
          {enabled && onRenewed && <RecoveryCodes left={security.data.recoveryCodes} onRenewed={onRenewed} />}
          {isLastRequired(security.data) && (
            <Text size="xs" c="dimmed" px="md" py="sm" className={classes.row}>
              この権限では二段階認証が必要なため、最後の1つは削除できません。別の方法を登録すると削除できます。
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

/** At this number of recovery codes or below, their row is marked. */
const lowCount = 3

function RecoveryCodes({
  left,
  onRenewed,
}: {
  left: number
  onRenewed: (recoveryCodes: readonly string[]) => void
}) {
  const [confirming, setConfirming] = useState(false)
  return (
    <>
      <Row
        icon={IconKey}
        title={
          <>
            リカバリーコード
            {left <= lowCount && (
              <StateBadge tone="wait" icon={attentionIcon}>
                {left === 0 ? '残りなし' : '残りわずか'}
              </StateBadge>
            )}
          </>
        }
        note={`認証アプリやパスキーを使えないときに、1回ずつ使えます。残り${left}個。`}
      >
        <Button variant="default" onClick={() => setConfirming(true)}>
          再発行
        </Button>
      </Row>
      {confirming && (
        <ActDialog
          title="リカバリーコードの再発行"
          confirm="再発行"
          act={() => call(renewRecoveryCodes)}
          onDone={({ recoveryCodes }) => {
            setConfirming(false)
            onRenewed(recoveryCodes)
          }}
          onClose={() => setConfirming(false)}
        >
          新しいリカバリーコードを発行しますか？
          <br />
          これまでのコードはすべて使えなくなります。
        </ActDialog>
      )}
    </>
  )
}
