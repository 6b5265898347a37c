import { Button, Skeleton } from '@mantine/core'
import { type FailedQuery, failedQuery } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { Loading } from '../../ui/Skeletons.tsx'
import type { Back } from '../../ui/way-back.ts'

export function VideoLoading({ back, title = '動画' }: { back: Back; title?: string }) {
  return (
    <>
      <PageHeader title={title} back={back} />
      <Loading>
        <Skeleton height={14} width={280} mb={24} />
        <Skeleton height={280} radius={8} />
      </Loading>
    </>
  )
}

export interface VideoFailedProps {
  back: Back
  pageTitle?: string
  video: FailedQuery
}

export function VideoFailed({ video, ...page }: VideoFailedProps) {
  return (
    <RecordFailed
      {...page}
      record="動画"
      missingTitle="動画が見つかりません"
      title="動画情報の取得に失敗しました"
      {...failedQuery(video)}
      action={
        <Button component={AppLink} href={paths.dashboard()} variant="default">
          ダッシュボードへ戻る
        </Button>
      }
    />
  )
}
