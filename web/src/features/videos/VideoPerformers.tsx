import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { Button, Group, Title } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Page } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatCount } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { Redirect } from '../../ui/go.tsx'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import type { PerformerOpen } from './VideoPerformerDialogs.tsx'
import { VideoPerformerDialogs } from './VideoPerformerDialogs.tsx'
import { VideoPerformerTable } from './VideoPerformerTable.tsx'

export interface VideoPerformersProps {
  video: Video
  cursor: string | undefined
  performers: UseQueryResult<Page<ListedPerformer>>
}

/** Performers of the video, in the order in which they were added. */
export function VideoPerformers({ video, cursor, performers }: VideoPerformersProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const [open, setOpen] = useState<PerformerOpen | null>(null)
  useReturnFocus(open !== null)
  return (
    <section aria-labelledby="performers-title">
      <Group gap="sm" mb="xs">
        <Title order={2} id="performers-title" ref={title} tabIndex={-1}>
          出演者
        </Title>
        <CountBadge>{formatCount(video.performerCount)}名</CountBadge>
        <AddButton video={video} />
      </Group>
      <PerformerList video={video} cursor={cursor} performers={performers} onOpen={setOpen} />
      {open && (
        <VideoPerformerDialogs
          video={video}
          open={open}
          onOpen={setOpen}
          // The button that opened the dialog was removed with its row, so the title takes the focus.
          onRemoved={() => {
            setOpen(null)
            setTimeout(() => title.current?.focus(), 0)
          }}
        />
      )}
    </section>
  )
}

function AddButton({ video }: { video: Video }) {
  const refused = useRefused()
  const look = {
    ml: 'auto',
    variant: 'outline',
    leftSection: <IconPlus size={17} />,
    children: '出演者を追加',
  }
  if (refused.disabled) return <Button {...look} {...refused} />
  return <Button {...look} component={AppLink} href={paths.addVideoPerformers(video.id)} />
}

type PerformerListProps = VideoPerformersProps & { onOpen: (open: PerformerOpen) => void }

function PerformerList({ video, cursor, performers, onOpen }: PerformerListProps) {
  const navigate = useNavigate({ from: '/videos/$id' })
  const { data } = performers
  if (performers.isPending) {
    return (
      <div className={frame.card}>
        <TableSkeleton rows={3} columns={['2fr', '1fr', '124px']} twoLines />
      </div>
    )
  }
  if (!data) {
    return (
      <div className={frame.card}>
        <ErrorState
          title="出演者情報の取得に失敗しました"
          {...failedQuery(performers, () => navigate({ search: {} }))}
        />
      </div>
    )
  }
  // The last performer of a later page was removed.
  if (data.items.length === 0 && cursor) return <Redirect href={paths.video(video.id)} />
  if (data.items.length === 0) {
    return (
      <div className={frame.card}>
        <EmptyState icon={IconUsers} title="出演者なし">
          出演者情報は登録されていません
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <div className={frame.card} data-plain aria-busy={performers.isPlaceholderData}>
        <VideoPerformerTable performers={data.items} onOpen={onOpen} />
      </div>
      <KeysetPages next={data.next} unit="名" />
    </>
  )
}
