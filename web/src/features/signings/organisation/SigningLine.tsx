import type { Signing } from '@kyc/contract/signing-schema.ts'
import { Button, Group, Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { SigningBadge } from './SigningBadge.tsx'
import { newestOf } from './signing-queries.ts'

interface SigningLineProps {
  videoId: string
  performerId: string
  name: string
  /** The signings of the video; undefined while they load. */
  signings: readonly Signing[] | undefined
}

/** The signing of the contract of an appearance, in one line of the video (D101). */
export function SigningLine({ videoId, performerId, name, signings }: SigningLineProps) {
  const signing = newestOf(signings, performerId)
  return (
    <Group component="li" gap="4px 16px" justify="space-between" align="flex-start">
      <div style={{ flex: '1 1 240px', minWidth: 0 }}>
        <Group gap="xs">
          <strong>オンラインでの署名</strong>
          {signing ? (
            <SigningBadge state={signing.state} />
          ) : (
            signings && <StateBadge tone="neutral">未依頼</StateBadge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {signing ? <SigningFact signing={signing} /> : '出演者が自分の端末で契約書を読み、署名します。'}
        </Text>
      </div>
      <Button
        component={AppLink}
        href={paths.signing(videoId, performerId)}
        variant={signing?.state === 'question' ? 'outline' : 'default'}
        size="xs"
        flex="none"
        leftSection={<IconSignature size={16} />}
        aria-label={`${name}の署名の依頼`}
      >
        署名の依頼
      </Button>
    </Group>
  )
}

/** The newest act. */
function SigningFact({ signing }: { signing: Signing }) {
  const { state, createdAt, sentAt, expiresAt, signedAt, copyReceivedAt, endedAt } = signing
  if (state === 'copyReceived' && copyReceivedAt)
    return (
      <>
        <Timestamp at={copyReceivedAt} /> 写しを受領
      </>
    )
  if (signedAt)
    return (
      <>
        <Timestamp at={signedAt} /> 署名
      </>
    )
  if (endedAt) return <Timestamp at={endedAt} />
  if (sentAt)
    return (
      <>
        <Timestamp at={sentAt} /> 送信
        {expiresAt && (
          <>
            ・<Timestamp at={expiresAt} precision="day" />
            まで
          </>
        )}
      </>
    )
  return (
    <>
      <Timestamp at={createdAt} /> 下書きを作成
    </>
  )
}
