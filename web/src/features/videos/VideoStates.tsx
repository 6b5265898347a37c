import { ApiError } from '../../api/api-error.ts'
import { messageOf } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { Skeleton } from '../../ui/mantine/Skeleton.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
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
  title?: string
  error: Error | null
  onRetry: () => void
  retrying: boolean
}

/** A missing video and one of another owner show the same message (spec §2, D2), without a retry. */
export function VideoFailed({ back, title = '動画', error, onRetry, retrying }: VideoFailedProps) {
  const problem = error instanceof ApiError ? error : undefined
  const missing = problem?.status === 404
  return (
    <>
      <PageHeader title={title} back={back} />
      <ErrorState
        title="動画情報の取得に失敗しました"
        requestId={missing ? null : problem?.requestId}
        {...(!missing && { onRetry, retrying })}
        action={
          <Button component={AppLink} href={paths.dashboard()} variant={missing ? 'filled' : 'default'}>
            ダッシュボードへ戻る
          </Button>
        }
      >
        {missing ? '動画が見つかりません。アドレスが正しいかご確認ください。' : messageOf(error)}
      </ErrorState>
    </>
  )
}
