import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import IconVideo from '@tabler/icons-react/dist/esm/icons/IconVideo.mjs'
import IconZoomExclamation from '@tabler/icons-react/dist/esm/icons/IconZoomExclamation.mjs'
import { ApiError } from '../../api/api-error.ts'
import { failureText } from '../../api/failure-text.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import frame from '../../ui/frame.module.css'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { VideoTable } from './VideoTable.tsx'

export function ListEmpty({ filtered, onCreate }: { filtered: boolean; onCreate: () => void }) {
  return (
    <div className={frame.card}>
      {filtered ? (
        <EmptyState
          icon={IconZoomExclamation}
          title="条件に合う動画がありません"
          action={
            <Button component={AppLink} href={paths.videos()} variant="default">
              条件を解除
            </Button>
          }
        >
          検索語を短くするか、条件を解除してください。
        </EmptyState>
      ) : (
        <EmptyState
          icon={IconVideo}
          title="動画がありません"
          action={
            <Button leftSection={<IconPlus size={17} stroke={1.7} />} onClick={onCreate}>
              新しい動画
            </Button>
          }
        >
          動画を登録すると、その動画の出演者と本人確認の状態をまとめて確認できます。
        </EmptyState>
      )}
    </div>
  )
}

export interface ListFailedProps {
  error: Error
  onRetry: () => void
  onFirstPage: () => void
  retrying: boolean
}

/** The search stays as it is, so that nothing typed is lost. */
export function ListFailed({ error, onRetry, onFirstPage, retrying }: ListFailedProps) {
  const problem = error instanceof ApiError ? error : undefined
  return (
    <div className={frame.card}>
      <ErrorState
        title="動画情報の取得に失敗しました"
        // The page of a cursor that no longer holds can't be had by asking again.
        onRetry={problem?.code === 'CURSOR_INVALID' ? onFirstPage : onRetry}
        retrying={retrying}
        requestId={problem?.requestId}
      >
        {problem?.title ?? failureText(error)}
        <br />
        入力した条件はそのまま残っています。
      </ErrorState>
    </div>
  )
}

export function ListLoading({ showOwner }: { showOwner: boolean }) {
  const columns = ['1fr', '184px', '72px', '132px', ...(showOwner ? ['112px'] : []), '32px']
  return (
    <ListSkeleton
      head={<VideoTable videos={[]} showOwner={showOwner} />}
      columns={columns}
      rows={9}
      cardHeight={112}
    />
  )
}
