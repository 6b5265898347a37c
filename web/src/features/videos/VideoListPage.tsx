import { listVideos } from '@kyc/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState, NoMatch } from '../../ui/EmptyState.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { useGo } from '../../ui/go.tsx'
import { IconPlus, IconVideo } from '../../ui/icons.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { useSearchText } from '../../ui/kept-search.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { VideoTable } from './VideoTable.tsx'

const VideoDialog = lazyPart(() => import('./VideoDialog.tsx').then((m) => m.VideoDialog))

/** All videos for admins, otherwise one's own (D2, D23); the search is not in the URL (D62). */
export function VideoListPage() {
  const search = useSearch({ from: '/signed-in/videos' })
  const { isAdmin } = useSession()
  const text = useSearchText()
  const list = useQuery(pageQuery(listVideos, { query: { ...search, search: text || undefined } }))
  const go = useGo()
  const [creating, setCreating] = useState(false)
  const untouched = list.data?.items.length === 0 && !list.isPlaceholderData && text === '' && !search.cursor
  return (
    <>
      <PageHeader
        title={isAdmin ? 'すべての動画' : '自分の動画'}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
        actions={
          <Button
            variant={untouched ? 'default' : 'filled'}
            leftSection={<IconPlus size={17} />}
            onClick={() => setCreating(true)}
          >
            新しい動画
          </Button>
        }
      />
      {!untouched && (
        <div className={frame.tools}>
          <SearchField label="動画を検索" placeholder="タイトルで検索" />
        </div>
      )}
      <KeysetList
        query={list}
        failure="動画情報の取得に失敗しました"
        narrowed
        loading={<ListLoading showOwner={isAdmin} />}
        empty={<ListEmpty filtered={!untouched} onCreate={() => setCreating(true)} />}
        plain
        unit="件"
      >
        {(videos) => <VideoTable videos={videos} showOwner={isAdmin} />}
      </KeysetList>
      {creating && (
        <VideoDialog onClose={() => setCreating(false)} onSaved={(video) => void go(paths.video(video.id))} />
      )}
    </>
  )
}

function ListEmpty({ filtered, onCreate }: { filtered: boolean; onCreate: () => void }) {
  if (filtered)
    return (
      <NoMatch title="条件に合う動画がありません" href={paths.videos()}>
        検索語を短くするか、条件を解除してください。
      </NoMatch>
    )
  return (
    <EmptyState
      icon={IconVideo}
      title="動画がありません"
      action={
        <Button leftSection={<IconPlus size={17} />} onClick={onCreate}>
          新しい動画
        </Button>
      }
    >
      動画を登録すると、その動画の出演者と本人確認の状態をまとめて確認できます。
    </EmptyState>
  )
}

function ListLoading({ showOwner }: { showOwner: boolean }) {
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
