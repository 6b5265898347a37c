import { listVideoPerformers, type Video } from '@kyc/contract/videos.ts'
import { Button, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { isGone } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EditRefusal, useRefused } from '../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../session/use-follow-organisation.ts'
import { useNamedOwner, useShowsOrganisation } from '../../session/use-organisations.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatCount } from '../../ui/format.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { type Back, useWayBack } from '../../ui/way-back.ts'
import { MoveButton } from '../organisations/MoveButton.tsx'
import { VideoDialog } from './VideoDialog.tsx'
import { VideoPerformers } from './VideoPerformers.tsx'
import { VideoPublications } from './VideoPublications.tsx'
import { VideoFailed, VideoLoading } from './VideoStates.tsx'
import { useVideo } from './video-queries.ts'

const list = { label: '動画', href: paths.videos() }

/** One video and its performers (spec §2). */
export function VideoPage() {
  const { id } = useParams({ from: '/signed-in/videos/$id' })
  const { cursor } = useSearch({ from: '/signed-in/videos/$id' })
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
      <VideoPerformers key={id} video={video.data} cursor={cursor} performers={performers} />
      <VideoPublications video={video.data} />
    </EditRefusal>
  )
}

interface VideoHeadProps {
  video: Video
  back: Back
  /** Those of the page that is shown. */
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
                名を、別の組織へ移す申請をします。ほかの最高管理者が承認すると実行されます。
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
