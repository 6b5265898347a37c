import { identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import { idKindLabels, wordOf } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { relianceEndLabels } from '@kyc/contract/reliance-vocabulary.ts'
import { endReliance, getReliances, type RecordReliances } from '@kyc/contract/reliances.ts'
import { Box, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, keyOf } from '../../api/queries.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { formatDate } from '../../ui/format.ts'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { showToast } from '../../ui/toast.ts'

type Origin = NonNullable<RecordReliances['origin']>
type Given = RecordReliances['given'][number]

/** On whose check a record relies, and which organisations rely on the record (D126). Most records have neither. */
export function RelianceSections({ performer }: { performer: Performer }) {
  const reliances = useQuery(callQuery(getReliances, { params: { id: performer.id } }))
  const queries = useQueryClient()
  const [ending, setEnding] = useState<Origin | Given | null>(null)
  const top = useRef<HTMLDivElement>(null)
  if (reliances.isPending)
    return performer.relied ? (
      <Section title={originTitle}>
        <Box p="md">
          <TextSkeleton lines={3} />
        </Box>
      </Section>
    ) : null
  if (!reliances.data)
    return (
      <Section title={originTitle}>
        <ErrorState title="ほかの組織による確認を取得できませんでした" {...failedQuery(reliances)} />
      </Section>
    )
  const { origin, given } = reliances.data
  if (!origin && given.length === 0) return null
  return (
    <Stack ref={top} tabIndex={-1}>
      {origin && <OriginSection origin={origin} onEnd={() => setEnding(origin)} />}
      {given.length > 0 && <GivenSection given={given} onEnd={setEnding} />}
      {ending && (
        <ActDialog
          title="確認結果の利用の終了"
          confirm="利用を終了"
          danger
          act={() => call(endReliance, { params: { id: performer.id, reliance: ending.id } })}
          onDone={(after) => {
            queries.setQueryData(keyOf(getReliances, { params: { id: performer.id } }), after)
            setEnding(null)
            showToast('確認結果の利用を終了しました')
            // The button that had the focus is gone.
            top.current?.focus({ preventScroll: true })
          }}
          onClose={() => setEnding(null)}
        >
          {'recipient' in ending
            ? `「${ending.recipient}」は、すぐにこの本人確認の結果を使えなくなります。出演者がもう一度許可しても、同じ組織は使えません。`
            : 'この出演者の本人確認は、すぐに未確認に戻ります。公開の記録には、書類の提出と承認が必要になります。'}
        </ActDialog>
      )}
    </Stack>
  )
}

const originTitle = 'ほかの組織の確認'

function OriginSection({ origin, onEnd }: { origin: Origin; onEnd: () => void }) {
  const refused = useRefused()
  const { organisation, checkedOn, check, idKind, expiresOn, state, ended } = origin
  return (
    <Section
      title={originTitle}
      action={
        state !== 'ended' && (
          <Button variant="default" leftSection={<IconCircleOff size={17} />} {...refused} onClick={onEnd}>
            利用を終了
          </Button>
        )
      }
    >
      <Stack p="md" gap="sm">
        <StateLine state={state} ended={ended} />
        <Facts
          facts={[
            ['確認した組織', organisation],
            ['確認日', formatDate(checkedOn)],
            ['方法', check ? identityCheckLabels[check] : '記録なし'],
            ['身分証', idKind ? wordOf(idKindLabels, idKind) : '記録なし'],
            ['有効期限', expiresOn ? formatDate(expiresOn) : 'なし'],
          ]}
        />
        <Text size="xs" c="dimmed">
          書類と画像は、確認した組織が保管しています。この記録にはありません。
        </Text>
      </Stack>
    </Section>
  )
}

function StateLine({ state, ended }: Pick<Origin, 'state' | 'ended'>) {
  if (state === 'live')
    return (
      <div>
        <StateBadge tone="ok">ほかの組織の確認による</StateBadge>
      </div>
    )
  if (state === 'suspended')
    return (
      <div>
        <StateBadge tone="wait">停止中</StateBadge>
        <Text size="sm" mt={4}>
          確認した記録が再審査中か、どちらかの組織が利用を停止されています。その間は、本人確認済みになりません。
        </Text>
      </div>
    )
  return (
    <div>
      <StateBadge tone="bad">終了</StateBadge>
      <Text size="sm" mt={4}>
        {ended ? `${relianceEndLabels[ended.by]}。` : '確認した記録が変わりました。'}
        本人確認には、書類の提出と承認が必要です。
      </Text>
    </div>
  )
}

function GivenSection({ given, onEnd }: { given: readonly Given[]; onEnd: (each: Given) => void }) {
  const refused = useRefused()
  return (
    <Section title="この確認結果を使う組織">
      <Text px="md" pt="md" size="sm" c="dimmed">
        出演者ご本人が許可した組織です。氏名、生年月日、確認の日と方法だけを使えます。書類と画像は提供されません。
      </Text>
      <RuledList p="md" aria-label="この確認結果を使う組織">
        {given.map((each) => (
          <Group key={each.id} component="li" justify="space-between" align="flex-start" gap="8px 16px">
            <Stack gap={4} miw={0} flex="1 1 260px">
              <Group gap="4px 12px">
                <strong style={{ overflowWrap: 'anywhere' }}>{each.recipient}</strong>
                {each.state === 'suspended' && <StateBadge tone="wait">停止中</StateBadge>}
                {each.state === 'ended' && <StateBadge tone="neutral">終了</StateBadge>}
              </Group>
              <Text size="xs" c="dimmed">
                <Timestamp listed at={each.permittedAt} />
                に許可（{each.accepted ? '登録済み' : '未登録'}）
              </Text>
              {each.ended && (
                <Text size="xs">
                  {relianceEndLabels[each.ended.by]}（
                  <Timestamp listed at={each.ended.at} />）
                </Text>
              )}
            </Stack>
            {each.state !== 'ended' && (
              <Button
                variant="default"
                leftSection={<IconCircleOff size={17} />}
                aria-label={`${each.recipient}による利用を終了`}
                {...refused}
                onClick={() => onEnd(each)}
              >
                利用を終了
              </Button>
            )}
          </Group>
        ))}
      </RuledList>
    </Section>
  )
}
