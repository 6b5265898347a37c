import {
  type PackState,
  packEndLabels,
  packFailureLabels,
  packShapeLabels,
  packStateLabels,
} from '@kyc/contract/pack-vocabulary.ts'
import { type Pack, revokePack } from '@kyc/contract/packs.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatBytes, formatCount } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { attentionIcon, StateBadge, type Tone } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'
import { refreshPacks } from './pack-queries.ts'

const tones = { waiting: 'wait', ready: 'ok', failed: 'bad', ended: 'neutral' } as const satisfies Record<
  PackState,
  Tone
>

interface PackLinesProps {
  packs: readonly Pack[]
  /** Whether each line names the subject of its pack; false on the page of that subject. */
  named: boolean
  /** Whether the account may revoke, as props of a button. */
  refused: { readonly disabled: boolean; readonly 'aria-describedby'?: string | undefined }
}

/** Packs with their state, how often their links were opened, and the act to revoke one. */
export function PackLines({ packs, named, refused }: PackLinesProps) {
  const queries = useQueryClient()
  const [revoked, setRevoked] = useState<Pack | null>(null)
  const list = useRef<HTMLUListElement>(null)
  return (
    <>
      <RuledList p="md" ref={list} tabIndex={-1} aria-label="証拠パック">
        {packs.map((pack) => (
          <PackLine
            key={pack.id}
            pack={pack}
            named={named}
            refused={refused}
            onRevoke={() => setRevoked(pack)}
          />
        ))}
      </RuledList>
      {revoked && (
        <ActDialog
          title="証拠パックの取り消し"
          confirm="取り消す"
          danger
          act={() => call(revokePack, { params: { id: revoked.id } })}
          onDone={async () => {
            await refreshPacks(queries)
            setRevoked(null)
            showToast('証拠パックを取り消しました')
            // The button that had the focus is gone, so the list takes the focus.
            list.current?.focus({ preventScroll: true })
          }}
          onClose={() => setRevoked(null)}
        >
          リンクはすぐに使えなくなり、ファイルは削除されます。ダウンロード済みのファイルは、相手の手元に残ります。
        </ActDialog>
      )}
    </>
  )
}

interface PackLineProps extends Omit<PackLinesProps, 'packs'> {
  pack: Pack
  onRevoke: () => void
}

function PackLine({ pack, named, refused, onRevoke }: PackLineProps) {
  const { shape, state, unmasked, createdBy, createdAt } = pack
  return (
    <Group component="li" justify="space-between" gap="8px 16px">
      <Stack gap={2} miw={0} flex="1 1 320px">
        <Group gap="4px 12px">
          <strong>{packShapeLabels[shape]}</strong>
          <StateBadge tone={tones[state]}>{packStateLabels[state]}</StateBadge>
          {unmasked && (
            <StateBadge tone="bad" icon={attentionIcon}>
              マスクなし
            </StateBadge>
          )}
        </Group>
        {named && <Subject pack={pack} />}
        <Text size="xs" c="dimmed">
          {createdBy}が<Timestamp listed at={createdAt} />
          に作成
        </Text>
        <StateText pack={pack} />
      </Stack>
      {(state === 'waiting' || state === 'ready') && (
        <Button
          variant="default"
          leftSection={<IconCircleOff size={17} />}
          aria-label={`${packShapeLabels[shape]}の証拠パックを取り消す`}
          {...refused}
          onClick={onRevoke}
        >
          取り消す
        </Button>
      )}
    </Group>
  )
}

function Subject({ pack: { performer, title, videoCount } }: { pack: Pack }) {
  if (performer)
    return performer.name === null ? (
      <span>削除または移行された出演者</span>
    ) : (
      <AppLink href={paths.performer(performer.id)}>{performer.name}</AppLink>
    )
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {title ?? '移行された動画'}
      {videoCount > 1 && `　ほか${formatCount(videoCount - 1)}件`}
    </span>
  )
}

function StateText({ pack }: { pack: Pack }) {
  const { state, failure, progress, bytes, expiresAt, endedAt, endReason, openings } = pack
  switch (state) {
    case 'waiting':
      return (
        <Text size="xs" role="status">
          {progress.total > 0
            ? `${formatCount(progress.done)}/${formatCount(progress.total)}ファイル`
            : 'まもなく作成を始めます'}
        </Text>
      )
    case 'failed':
      return (
        <Text size="xs" c="red">
          {failure && packFailureLabels[failure]}
        </Text>
      )
    case 'ready':
      return (
        <Text size="xs">
          {bytes !== null && `${formatBytes(bytes)}、`}
          <Timestamp listed at={expiresAt} />
          まで開けます。
          {openings === 0 ? 'まだ開かれていません。' : `${formatCount(openings)}回開かれました。`}
        </Text>
      )
    case 'ended':
      return (
        <Text size="xs" c="dimmed">
          {endReason && packEndLabels[endReason]}：{endedAt && <Timestamp listed at={endedAt} />}
        </Text>
      )
  }
}
