import { limits } from '@kyc/contract/limits.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { useGo } from '../../ui/go.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { sameSearch, searchState, useSearchText } from '../../ui/kept-search.ts'
import { ListFailed } from '../../ui/ListFailed.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ListEmpty, ListLoading } from './VideoListStates.tsx'
import { VideoTable } from './VideoTable.tsx'
import { useVideoList } from './video-queries.ts'

const VideoDialog = lazyPart(() => import('./VideoDialog.tsx').then((m) => m.VideoDialog))

/** All videos for admins, otherwise one's own (D2, D23); the search is not in the URL (D62). */
export function VideoListPage() {
  const search = useSearch({ from: '/signed-in/videos' })
  const navigate = useNavigate({ from: '/videos' })
  const { isAdmin } = useSession()
  const text = useSearchText()
  const list = useVideoList({ ...search, search: text || undefined })
  const go = useGo()
  const [creating, setCreating] = useState(false)
  const empty = list.data?.items.length === 0
  const untouched = empty && text === '' && !search.cursor
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
          <SearchField
            label="動画を検索"
            placeholder="タイトルで検索"
            value={text}
            onSearch={(next) => void navigate({ search: {}, state: searchState(next), replace: true })}
          />
        </div>
      )}
      {list.isPending && <ListLoading showOwner={isAdmin} />}
      {list.isError && (
        <ListFailed
          title="動画情報の取得に失敗しました"
          narrowed
          {...failedQuery(list, () => navigate({ search: {}, state: sameSearch }))}
        />
      )}
      {list.data && empty && <ListEmpty filtered={!untouched} onCreate={() => setCreating(true)} />}
      {list.data && !empty && (
        <>
          <div className={frame.card} data-plain aria-busy={list.isPlaceholderData}>
            <VideoTable videos={list.data.items} showOwner={isAdmin} />
          </div>
          <KeysetPages
            cursor={search.cursor}
            next={list.data.next}
            size={`${limits.page.size}件`}
            onGo={(cursor, state) => void navigate({ search: { cursor }, state })}
          />
        </>
      )}
      {creating && (
        <VideoDialog onClose={() => setCreating(false)} onSaved={(video) => void go(paths.video(video.id))} />
      )}
    </>
  )
}
