import { listPublications } from '@kyc/contract/publications.ts'
import { getReadiness } from '@kyc/contract/readiness.ts'
import type { VideoFacts } from '@kyc/contract/title-facts.ts'
import { listVideoPerformers, type Video } from '@kyc/contract/videos.ts'
import { Box, Button, Group, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { callQuery, pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EditRefusal, useRefused } from '../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../session/use-follow-organisation.ts'
import { useNamedOwner, useShowsOrganisation } from '../../session/use-organisations.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount } from '../../ui/format.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { TabLinks } from '../../ui/TabLinks.tsx'
import { type Back, useWayBack } from '../../ui/way-back.ts'
import { RecordHistory } from '../audit/RecordHistory.tsx'
import { MoveButton } from '../organisations/MoveButton.tsx'
import { PackSection } from '../packs/PackSection.tsx'
import { ShareSection } from '../shares/ShareSection.tsx'
import { useTakedownsOf } from '../takedowns/takedown-queries.ts'
import { StoppedNotice, TakedownSection } from '../takedowns/VideoTakedowns.tsx'
import { Appearances } from './facts/Appearances.tsx'
import { Particulars } from './facts/Particulars.tsx'
import { Shootings } from './facts/Shootings.tsx'
import { useFacts } from './facts/use-facts.ts'
import { ChannelRules } from './gate/ChannelRules.tsx'
import { type VideoTab, videoTabs } from './gate/mended-at.ts'
import { ReadinessPanel } from './gate/ReadinessPanel.tsx'
import { Record2257Section } from './Record2257Section.tsx'
import { VideoDialog } from './VideoDialog.tsx'
import { VideoPerformers } from './VideoPerformers.tsx'
import { VideoPublications } from './VideoPublications.tsx'
import { VideoFailed, VideoLoading } from './VideoStates.tsx'
import { useVideo } from './video-queries.ts'

const list = { label: '動画', href: paths.videos() }

/** One video and its performers (spec §2). */
export function VideoPage() {
  const { id } = useParams({ from: '/signed-in/videos/$id' })
  const { cursor, tab = 'performers' } = useSearch({ from: '/signed-in/videos/$id' })
  const video = useVideo(id)
  const back = useWayBack(list)
  // Requested in parallel with the video.
  const performers = useQuery(pageQuery(listVideoPerformers, { params: { id }, query: { cursor } }))
  useFollowOrganisation(video.data?.organisation.id)
  if (video.isPending) return <VideoLoading back={back} />
  if (!video.data || isGone(video)) {
    const retry = () => Promise.all([video.refetch(), performers.refetch()])
    return <VideoFailed back={back} video={{ ...video, refetch: retry }} />
  }
  return (
    <EditRefusal organisation={video.data.organisation.id}>
      <VideoHead
        video={video.data}
        back={back}
        performerIds={performers.data?.items.map((performer) => performer.id) ?? []}
      />
      <RefetchFailed query={performers.data ? [video, performers] : video} />
      <Readiness videoId={id} />
      <VideoParts video={video.data} tab={tab}>
        <VideoPerformers key={id} video={video.data} cursor={cursor} performers={performers} />
      </VideoParts>
    </EditRefusal>
  )
}

/** What keeps the video from being published: requests first, then what its records lack. */
function Readiness({ videoId }: { videoId: string }) {
  const takedowns = useTakedownsOf(videoId)
  const readiness = useQuery(callQuery(getReadiness, { params: { id: videoId } }))
  return (
    <>
      <StoppedNotice videoId={videoId} waits={readiness.isPending} />
      <Box mb="md">
        <ReadinessPanel videoId={videoId} waits={takedowns.pending} />
      </Box>
    </>
  )
}

interface VideoPartsProps {
  video: Video
  tab: VideoTab
  /** The performers. */
  children: ReactNode
}

/** The parts of the page, one at a time; on phones one below the other. */
function VideoParts({ video, tab, children }: VideoPartsProps) {
  const stacked = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const facts = useFacts(video.id)
  const publications = useQuery(callQuery(listPublications, { params: { id: video.id } }))
  const ofFacts = (show: (facts: VideoFacts) => ReactNode) => {
    if (facts.data) return show(facts.data)
    if (facts.isPending) return <CardsSkeleton cards={2} height={138} />
    return <ErrorState title="動画の記録を取得できませんでした" {...failedQuery(facts)} />
  }
  const parts: Record<VideoTab, () => ReactNode> = {
    performers: () => children,
    contracts: () =>
      ofFacts((data) => (
        <Appearances videoId={video.id} facts={data} publications={publications.data?.publications ?? []} />
      )),
    shootings: () => ofFacts((data) => <Shootings videoId={video.id} facts={data} />),
    publications: () => (
      <>
        {ofFacts((data) => (
          <Particulars videoId={video.id} organisation={video.organisation.id} facts={data} />
        ))}
        <VideoPublications video={video} />
        <Box mt="xl">
          <TakedownSection video={video} performers={facts.data?.appearances ?? []} />
        </Box>
        <Box mt="xl">
          <ShareSection video={video} />
        </Box>
        <Box mt="xl">
          <PackSection subject={{ videos: [video] }} />
        </Box>
        <Box mt="xl">
          <Record2257Section video={video} />
        </Box>
        <Box mt="xl">
          <ChannelRules videoId={video.id} />
        </Box>
      </>
    ),
    history: () => <RecordHistory resourceId={video.id} />,
  }
  // A tablet that is turned must not lose what is typed in a dialog of any part, so parts that were shown stay.
  const [all, setAll] = useState(stacked)
  if (stacked && !all) setAll(true)
  const hidden = (part: VideoTab) => !stacked && part !== tab
  return (
    <Stack gap={stacked ? 'xl' : 'md'}>
      {!stacked && (
        <TabLinks
          label="動画の記録"
          tabs={videoTabs.map((each) => ({
            label: tabLabels[each],
            href: paths.video(video.id, { tab: each }),
            current: each === tab,
          }))}
        />
      )}
      {videoTabs
        .filter((each) => all || each === tab)
        .map((each) => (
          <Box key={each} display={hidden(each) ? 'none' : undefined}>
            {parts[each]()}
          </Box>
        ))}
    </Stack>
  )
}

const tabLabels: Record<VideoTab, string> = {
  performers: '出演者',
  contracts: '契約と書類',
  shootings: '撮影',
  publications: '概要と公開',
  history: '履歴',
}

interface VideoHeadProps {
  video: Video
  back: Back
  /** The performers on the current page of the list. */
  performerIds: string[]
}

function VideoHead({ video, back, performerIds }: VideoHeadProps) {
  const refused = useRefused()
  const owner = useNamedOwner()
  const showsOrganisation = useShowsOrganisation()
  const [editing, setEditing] = useState(false)
  const close = () => setEditing(false)
  return (
    <>
      <PageHeader
        title={video.title}
        windowTitle="動画の詳細"
        back={back}
        actions={
          <Button
            variant="default"
            leftSection={<IconPencil size={17} />}
            {...refused}
            onClick={() => setEditing(true)}
          >
            編集
          </Button>
        }
      >
        <Group component="ul" gap="0 16px" aria-label="動画の情報">
          <Group component="li" gap="xxs" mih={28}>
            ID {video.id}
            <CopyButton value={video.id} label="IDをコピー" />
          </Group>
          <li>外部ID {video.externalId ?? 'なし'}</li>
          <li>出演者 {formatCount(video.performerCount)}名</li>
          {showsOrganisation && (
            <Group component="li" gap="xxs" mih={28}>
              組織 {video.organisation.name}
              <MoveButton
                from={video.organisation}
                records={{ performers: performerIds, videos: [video.id] }}
              >
                この動画と、出演者{formatCount(performerIds.length)}
                名を、別の組織へ移行する申請をします。ほかの最高管理者が承認すると実行されます。
              </MoveButton>
            </Group>
          )}
          {owner && <li>登録者 {video.registeredBy}</li>}
        </Group>
      </PageHeader>
      {editing && <VideoDialog video={video} onClose={close} onSaved={close} />}
    </>
  )
}
