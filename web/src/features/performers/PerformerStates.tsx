import { ApiError } from '../../api/api-error.ts'
import { messageOf } from '../../api/failure-text.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconUserQuestion } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Skeleton } from '../../ui/mantine/Skeleton.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { CardsSkeleton, Loading } from '../../ui/Skeletons.tsx'
import type { Back } from '../../ui/way-back.ts'
import classes from './PerformerPage.module.css'

export function PerformerLoading({ back }: { back: Back }) {
  return (
    <>
      <PageHeader title="出演者" back={back} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Loading>
            <Skeleton height={172} radius={8} />
          </Loading>
          <CardsSkeleton cards={5} height={284} minWidth={200} />
        </div>
        <Loading label="履歴を読み込み中">
          <Skeleton height={320} radius={8} />
        </Loading>
      </div>
    </>
  )
}

export interface PerformerFailedProps {
  back: Back
  error: Error | null
  onRetry: () => void
  retrying: boolean
}

/** A missing performer and one of another owner show the same message (D2). */
export function PerformerFailed({ back, error, onRetry, retrying }: PerformerFailedProps) {
  const problem = error instanceof ApiError ? error : undefined
  return (
    <>
      <PageHeader title="出演者" back={back} />
      {problem?.status === 404 ? (
        <EmptyState
          icon={IconUserQuestion}
          title="出演者が見つかりません"
          action={
            <Button component={AppLink} href={back.href} state={back.state}>
              出演者一覧へ
            </Button>
          }
        >
          削除されたか、アドレスが正しくない可能性があります。
        </EmptyState>
      ) : (
        <ErrorState
          title="出演者情報の取得に失敗しました"
          onRetry={onRetry}
          retrying={retrying}
          requestId={problem?.requestId}
        >
          {messageOf(error)}
        </ErrorState>
      )}
    </>
  )
}
