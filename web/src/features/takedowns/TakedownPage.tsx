import type { Takedown } from '@kyc/contract/takedowns.ts'
import { Group, Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { EditRefusal } from '../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../session/use-follow-organisation.ts'
import { useShowsOrganisation } from '../../session/use-organisations.ts'
import { Columns } from '../../ui/Columns.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { type RefetchedQuery, RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { Loading } from '../../ui/Skeletons.tsx'
import { Steps } from '../../ui/Steps.tsx'
import { type Back, useWayBack } from '../../ui/way-back.ts'
import { RecordHistory } from '../audit/RecordHistory.tsx'
import { ChannelStops } from './ChannelStops.tsx'
import { StoppedTitles } from './StoppedTitles.tsx'
import { TakedownActs } from './TakedownActs.tsx'
import { DueBadge, TakedownStateBadge } from './TakedownBadges.tsx'
import { TakedownEvidence } from './TakedownEvidence.tsx'
import { TakedownReceipt } from './TakedownReceipt.tsx'
import { useTakedown } from './takedown-queries.ts'
import { useNow } from './use-now.ts'

const title = '公開停止の申し出'
const list = { label: title, href: paths.takedowns() }

/** One request to take a title down (D108): what was received, what it stops, and the acts in their order. */
export function TakedownPage() {
  const { id } = useParams({ from: '/signed-in/takedowns/$id' })
  const takedown = useTakedown(id)
  const back = useWayBack(list)
  useFollowOrganisation(takedown.data?.organisation?.id)
  if (takedown.isPending) return <TakedownLoading back={back} />
  if (takedown.data && !isGone(takedown))
    return <TakedownView key={id} takedown={takedown.data} query={takedown} back={back} />
  return (
    <RecordFailed
      record="申し出"
      pageTitle={title}
      missingTitle="申し出が見つかりません"
      back={back}
      title="申し出を取得できませんでした"
      {...failedQuery(takedown)}
    />
  )
}

interface TakedownViewProps {
  takedown: Takedown
  query: RefetchedQuery
  back: Back
}

function TakedownView({ takedown, query, back }: TakedownViewProps) {
  const showsOrganisation = useShowsOrganisation()
  const now = useNow()
  const { number, state, organisation } = takedown
  return (
    <EditRefusal organisation={organisation?.id ?? ''}>
      <PageHeader
        title={title}
        back={back}
        badge={
          <>
            <TakedownStateBadge state={state} />
            <DueBadge takedown={takedown} now={now} />
          </>
        }
      >
        <Group component="ul" gap="0 16px" aria-label="申し出の情報">
          <Group component="li" gap="xxs" mih={28}>
            受付番号 {number}
            <CopyButton value={number} label="受付番号をコピー" />
          </Group>
          {showsOrganisation && organisation && <li>組織 {organisation.name}</li>}
        </Group>
      </PageHeader>
      <RefetchFailed query={query} />
      {state !== 'unfounded' && <Course takedown={takedown} />}
      <Columns>
        <Stack miw={0}>
          <TakedownReceipt takedown={takedown} now={now} />
          <TakedownEvidence takedown={takedown} />
          <StoppedTitles takedown={takedown} />
          <ChannelStops takedown={takedown} />
          <TakedownActs takedown={takedown} />
        </Stack>
        <Stack miw={0}>
          <RecordHistory valued resourceId={takedown.id} />
        </Stack>
      </Columns>
    </EditRefusal>
  )
}

const steps = ['受付と停止', '受け付けの確認', '公開先の停止', '完了'] as const

/** How far the request has come. Channels may stop before it is confirmed. */
function Course({ takedown: { state, video, stops } }: Pick<TakedownViewProps, 'takedown'>) {
  const stopped = stops.every(({ acknowledgedAt }) => acknowledgedAt !== null)
  const current = video === null ? 0 : state === 'held' ? 1 : stopped ? 3 : 2
  return (
    <Stack mb="md">
      <Steps label="申し出の進み方" labels={steps} current={current} finished={state === 'completed'} />
    </Stack>
  )
}

function TakedownLoading({ back }: { back: Back }) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <Loading>
        <Skeleton height={14} width={200} mb={24} />
        <Columns>
          <Stack>
            <Skeleton height={260} radius={8} />
            <Skeleton height={120} radius={8} />
            <Skeleton height={160} radius={8} />
          </Stack>
          <Skeleton height={200} radius={8} />
        </Columns>
      </Loading>
    </>
  )
}
