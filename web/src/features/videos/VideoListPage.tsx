import { type GateState, gateStateLabels } from '@kyc/contract/readiness.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { Box, Button } from '@mantine/core'
import { IconPackage, IconPlus, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useListTitle, useNamedOwner, useRegisterRefusal } from '../../session/use-organisations.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState, NoMatch } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { useGo } from '../../ui/go.tsx'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { useSearchText } from '../../ui/kept-search.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { PackBar } from './PackBar.tsx'
import { useSelecting } from './use-selecting.ts'
import { VideoDialog } from './VideoDialog.tsx'
import { VideoTable, type VideoTableProps } from './VideoTable.tsx'

const titles = { all: 'すべての動画', own: '自分の動画', what: '動画' }

/** All videos for admins, otherwise those of one organisation (D2); the search is not in the URL (D62). */
export const VideoListPage = ofOrganisation(VideoList)

function VideoList() {
  const search = useSearch({ from: '/signed-in/videos' })
  const title = useListTitle(titles)
  const owner = useNamedOwner()
  const refusal = useRegisterRefusal()
  const text = useSearchText()
  const list = useQuery(pageQuery(listVideos, { query: { ...search, search: text || undefined } }))
  const go = useGo()
  const [creating, setCreating] = useState(false)
  const selecting = useSelecting()
  const untouched =
    list.data?.items.length === 0 && !list.isPlaceholderData && text === '' && !search.cursor && !search.gate
  return (
    <>
      <PageHeader
        title={title}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
        actions={
          <>
            <Button component={AppLink} href={paths.importFacts()} variant="default">
              契約などを取り込む
            </Button>
            {selecting.chosen === null && (
              <GuardedButton
                refusal={refusal}
                variant="default"
                leftSection={<IconPackage size={17} />}
                onClick={selecting.start}
              >
                選んで証拠パックを作成
              </GuardedButton>
            )}
            <Button component={AppLink} href={paths.rehearsal()} variant="default">
              規則の予行
            </Button>
            <GuardedButton
              refusal={refusal}
              variant={untouched ? 'default' : 'filled'}
              leftSection={<IconPlus size={17} />}
              onClick={() => setCreating(true)}
            >
              新しい動画
            </GuardedButton>
          </>
        }
      />
      <OrganisationChip />
      {!untouched && (
        <div className={frame.tools}>
          <SearchField label="動画を検索" placeholder="タイトルで検索" />
        </div>
      )}
      {!untouched && <GateChips chosen={search.gate} organisation={search.organisation} />}
      <KeysetList
        query={list}
        failure="動画情報の取得に失敗しました"
        narrowed
        loading={<ListLoading owner={owner} />}
        empty={<ListEmpty filtered={!untouched} refusal={refusal} onCreate={() => setCreating(true)} />}
        plain
        unit="件"
      >
        {(videos) => <VideoTable videos={videos} owner={owner} selection={selecting.selection} />}
      </KeysetList>
      <PackBar selecting={selecting} />
      {creating && (
        <VideoDialog onClose={() => setCreating(false)} onSaved={(video) => void go(paths.video(video.id))} />
      )}
    </>
  )
}

const gateFilters = ['missing', 'partly', 'complete'] as const

function GateChips({
  chosen,
  organisation,
}: {
  chosen: GateState | undefined
  organisation: string | undefined
}) {
  const chips = [undefined, ...gateFilters].map((gate) => ({
    label: gate ? gateStateLabels[gate] : 'すべて',
    href: paths.videos({ gate, organisation }),
    chosen: chosen === gate,
  }))
  return (
    <Box mb="sm">
      <FilterChips label="公開の準備で絞り込む" chips={chips} scroll />
    </Box>
  )
}

interface ListEmptyProps {
  filtered: boolean
  refusal: string | undefined
  onCreate: () => void
}

function ListEmpty({ filtered, refusal, onCreate }: ListEmptyProps) {
  if (filtered)
    return (
      <NoMatch title="条件に合う動画がありません" href={paths.videos()}>
        検索語を短くするか、絞り込みを解除してください。
      </NoMatch>
    )
  return (
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

function ListLoading({ owner }: Pick<VideoTableProps, 'owner'>) {
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
