import { dateInWords } from '@kyc/contract/dates.ts'
import { rules } from '@kyc/contract/law-rules.ts'
import {
  type ChannelAnswer,
  type GateState,
  gateStateLabels,
  getReadiness,
  type Readiness,
} from '@kyc/contract/readiness.ts'
import { consentLabels, contractFactLabels, voidClauseLabels } from '@kyc/contract/title-vocabulary.ts'
import { Box, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failedQuery } from '../../../api/failed-query.ts'
import { callQuery } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Section } from '../../../ui/Section.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { attentionIcon, StateBadge, type Tone } from '../../../ui/StateBadge.tsx'
import { mendedAt } from './mended-at.ts'
import { Overrides } from './Overrides.tsx'

const tones = {
  unknown: 'neutral',
  missing: 'bad',
  partly: 'wait',
  complete: 'ok',
} as const satisfies Record<GateState, Tone>

/** What the records of a video lack, as lists show it. */
export function GateBadge({ state }: { state: GateState }) {
  return (
    <StateBadge tone={tones[state]} {...(state === 'missing' && { icon: attentionIcon })}>
      {gateStateLabels[state]}
    </StateBadge>
  )
}

type Blocker = ChannelAnswer['blockers'][number]

interface ReadinessPanelProps {
  videoId: string
  /** Something above is loading and would move the panel, so the panel shows only its skeleton. */
  waits: boolean
}

/** What the records lack before the video may be published, and where it is entered (D106). */
export function ReadinessPanel({ videoId, waits }: ReadinessPanelProps) {
  const readiness = useQuery(callQuery(getReadiness, { params: { id: videoId } }))
  const { data } = readiness
  return (
    <Section title="公開の準備" note={data && <GateBadge state={data.state} />}>
      <Box p="md">
        {(readiness.isPending || waits) && <TextSkeleton lines={3} />}
        {readiness.isError && !data && (
          <ErrorState title="公開の準備を取得できませんでした" {...failedQuery(readiness)} />
        )}
        {data && !waits && <Answers videoId={videoId} readiness={data} />}
      </Box>
    </Section>
  )
}

function Answers({ videoId, readiness }: { videoId: string; readiness: Readiness }) {
  const { answers, under20, performers, day, rulesVersion } = readiness
  const [all, ...channels] = answers
  const names = new Map(performers.map(({ id, name }) => [id, name]))
  const common = new Set(all?.blockers.map((each) => JSON.stringify(each)))
  const own = channels
    .map((answer) => ({
      ...answer,
      blockers: answer.blockers.filter((each) => !common.has(JSON.stringify(each))),
    }))
    .filter(({ blockers }) => blockers.length > 0)
  const changes = answers.flatMap(({ changesOn }) => changesOn ?? []).toSorted()
  return (
    <Stack gap="sm">
      {all && all.blockers.length > 0 && <Blockers videoId={videoId} blockers={all.blockers} names={names} />}
      {all?.blockers.length === 0 && <p>すべての公開先に共通する不足はありません。</p>}
      {own.map(({ channel, blockers }) => (
        <div key={channel?.id}>
          <strong>{channel?.name}だけの不足</strong>
          <Blockers videoId={videoId} blockers={blockers} names={names} />
        </div>
      ))}
      {under20.length > 0 && (
        <p>
          {under20.map((id) => names.get(id)).join('、')}
          さんは、登録・契約・撮影のいずれかの日に20歳未満です。業界の基準では20歳以上が推奨されています。
        </p>
      )}
      <Overrides videoId={videoId} readiness={readiness} />
      <Text size="xs" c="dimmed">
        {changes[0] && `次に変わるのは${dateInWords(changes[0])}です。`}
        {dateInWords(day)}時点、規則の版 {rulesVersion}
        。記録上の不足だけを示します。適法であることを示すものでも、法律上の助言でもありません。
      </Text>
    </Stack>
  )
}

interface BlockersProps {
  videoId: string
  blockers: readonly Blocker[]
  names: ReadonlyMap<string, string>
}

/** The blockers of the video first, then those of each person; folded where they are many. */
function Blockers({ videoId, blockers, names }: BlockersProps) {
  const groups = Map.groupBy(blockers, ({ performerId }) => performerId)
  return (
    <Stack gap="xs">
      {[...groups].map(([performerId, of]) => (
        <details key={performerId} open={blockers.length <= 5 || performerId === null}>
          <summary>
            {performerId === null ? 'この動画' : `${names.get(performerId)}さん`}（{of.length}件）
          </summary>
          <Stack component="ul" gap={4} mt={4} ml="md">
            {of.map((blocker) => (
              <BlockerLine key={blocker.rule} videoId={videoId} blocker={blocker} names={names} />
            ))}
          </Stack>
        </details>
      ))}
    </Stack>
  )
}

function BlockerLine({
  videoId,
  blocker,
  names,
}: { videoId: string; blocker: Blocker } & Pick<BlockersProps, 'names'>) {
  const { rule, performerId, from, items } = blocker
  const { text, source } = rules[rule]
  const place = mendedAt[rule]
  const href =
    place === 'record' && performerId ? paths.performer(performerId) : paths.video(videoId, tabOf(place))
  return (
    <Group component="li" gap="2px 12px">
      <AppLink href={href}>{text}</AppLink>
      {items && (
        <span>（{items.map((item) => names.get(item) ?? itemLabels[item] ?? item).join('、')}）</span>
      )}
      {from && <span>{dateInWords(from)}から公開できます</span>}
      <Text span size="xs" c="dimmed">
        {source}
      </Text>
    </Group>
  )
}

function tabOf(place: (typeof mendedAt)[keyof typeof mendedAt]) {
  return { tab: place === 'record' ? ('performers' as const) : place }
}

const itemLabels: Readonly<Record<string, string>> = {
  ...contractFactLabels,
  ...voidClauseLabels,
  ...consentLabels,
}
