import { limits } from '@kyc/contract/limits.ts'
import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths, type VideoListSearch } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { formatCount } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { useGo } from '../../ui/go.tsx'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useOpener } from '../../ui/use-opener.ts'
import classes from './VideoListPage.module.css'
import { ListEmpty, ListFailed, ListLoading } from './VideoListStates.tsx'
import { VideoTable } from './VideoTable.tsx'
import { useVideoList } from './video-queries.ts'

const VideoDialog = lazy(async () => ({ default: (await import('./VideoDialog.tsx')).VideoDialog }))

/** All videos, or one's own (D2, D23); what narrows the list stands in the address. */
export function VideoListPage() {
  const search = useSearch({ from: '/signed-in/videos' })
  const navigate = useNavigate({ from: '/videos' })
  const { isAdmin } = useSession()
  const list = useVideoList(search)
  const creation = useCreation()
  const empty = list.data?.items.length === 0
  const untouched = empty && !search.search && !search.cursor
  const change = (part: VideoListSearch) => navigate({ search: { ...search, cursor: undefined, ...part } })
  return (
    <>
      <PageHeader
        title={isAdmin ? 'すべての動画' : '自分の動画'}
        badge={
          list.data && (
            <CountBadge announced>
              {list.data.exact
                ? `${formatCount(list.data.total)}件`
                : `${formatCount(limits.countBound)}件以上`}
            </CountBadge>
          )
        }
        actions={
          <Button
            variant={untouched ? 'default' : 'filled'}
            leftSection={<IconPlus size={17} stroke={1.7} />}
            onClick={creation.open}
          >
            新しい動画
          </Button>
        }
      />
      {!untouched && (
        <div className={classes.tools}>
          <SearchField
            label="動画を検索"
            placeholder="タイトルで検索"
            value={search.search ?? ''}
            onSearch={(text) =>
              void navigate({ search: { search: text || undefined, cursor: undefined }, replace: true })
            }
          />
        </div>
      )}
      {list.isPending && <ListLoading showOwner={isAdmin} />}
      {list.isError && (
        <ListFailed
          error={list.error}
          onRetry={() => void list.refetch()}
          onFirstPage={() => void change({})}
          retrying={list.isFetching}
        />
      )}
      {list.data && empty && <ListEmpty filtered={!untouched} onCreate={creation.open} />}
      {list.data && !empty && (
        <>
          <div className={frame.card} data-plain aria-busy={list.isPlaceholderData}>
            <VideoTable videos={list.data.items} showOwner={isAdmin} />
          </div>
          <KeysetPages
            cursor={search.cursor}
            next={list.data.next}
            size={`${limits.page.size}件`}
            onGo={(cursor, trail) => void navigate({ search: { ...search, cursor }, state: { trail } })}
          />
        </>
      )}
      {creation.dialog}
    </>
  )
}

/** The dialog of a new video; success leads to its page. */
function useCreation() {
  const go = useGo()
  const opener = useOpener()
  const [opened, setOpened] = useState(false)
  const close = () => {
    opener.restore()
    setOpened(false)
  }
  return {
    open() {
      opener.remember()
      setOpened(true)
    },
    dialog: (
      <Suspense>
        {opened && <VideoDialog onClose={close} onSaved={(video) => void go(paths.video(video.id))} />}
      </Suspense>
    ),
  }
}
