import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { IconPlus, IconVideo, IconZoomExclamation } from '../../ui/icons.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { VideoTable, type VideoTableProps } from './VideoTable.tsx'

export interface ListEmptyProps {
  filtered: boolean
  refusal: string | undefined
  onCreate: () => void
}

export function ListEmpty({ filtered, refusal, onCreate }: ListEmptyProps) {
  return filtered ? (
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
        <GuardedButton refusal={refusal} leftSection={<IconPlus size={17} />} onClick={onCreate}>
          新しい動画
        </GuardedButton>
      }
    >
      動画を登録すると、その動画の出演者と本人確認の状態をまとめて確認できます。
    </EmptyState>
  )
}

export function ListLoading({ owner }: Pick<VideoTableProps, 'owner'>) {
  const columns = ['1fr', '184px', '72px', '132px', ...(owner ? ['112px'] : []), '32px']
  return (
    <ListSkeleton
      head={<VideoTable videos={[]} owner={owner} />}
      columns={columns}
      rows={9}
      cardHeight={112}
    />
  )
}
