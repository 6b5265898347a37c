import { limits } from '@kyc/contract/limits.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { useListTitle, useNamedOwner, useRegisterRefusal } from '../../session/use-organisations.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { useGo } from '../../ui/go.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { sameSearch, searchState, useSearchText } from '../../ui/kept-search.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { ListEmpty, ListLoading } from './VideoListStates.tsx'
import { VideoTable } from './VideoTable.tsx'

const VideoDialog = lazyPart(() => import('./VideoDialog.tsx').then((m) => m.VideoDialog))

const titles = { all: 'すべての動画', own: '自分の動画', what: '動画' }

/** All videos for admins, otherwise those of one organisation (D2, D23, D67); the search is not in the URL (D62). */
export function VideoListPage() {
  const search = useSearch({ from: '/signed-in/videos' })
  const navigate = useNavigate({ from: '/videos' })
  const title = useListTitle(titles)
  const owner = useNamedOwner()
  const refusal = useRegisterRefusal()
  const text = useSearchText()
  const list = useQuery(pageQuery(listVideos, { query: { ...search, search: text || undefined } }))
  const turn = (cursor?: string, state: HistoryState | typeof sameSearch = sameSearch) =>
    void navigate({ search: { cursor }, state })
  const go = useGo()
  const [creating, setCreating] = useState(false)
  const untouched = list.data?.items.length === 0 && !list.isPlaceholderData && text === '' && !search.cursor
  return (
    <>
      <PageHeader
        title={title}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
        actions={
          <GuardedButton
            refusal={refusal}
            variant={untouched ? 'default' : 'filled'}
            leftSection={<IconPlus size={17} />}
            onClick={() => setCreating(true)}
          >
            新しい動画
          </GuardedButton>
        }
      />
      <OrganisationChip />
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
      <KeysetList
        query={list}
        failure={{ title: '動画情報の取得に失敗しました', ...failedQuery(list, () => turn()) }}
        narrowed
        loading={<ListLoading owner={owner} />}
        empty={<ListEmpty filtered={!untouched} refusal={refusal} onCreate={() => setCreating(true)} />}
        plain
        cursor={search.cursor}
        size={`${limits.page.size}件`}
        onGo={turn}
      >
        {(videos) => <VideoTable videos={videos} owner={owner} />}
      </KeysetList>
      {creating && (
        <VideoDialog onClose={() => setCreating(false)} onSaved={(video) => void go(paths.video(video.id))} />
      )}
    </>
  )
}
