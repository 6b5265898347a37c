import { listVideoCandidates, type Video } from '@kyc/contract/videos.ts'
import { Box } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { isGone } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useEditRefusal, useIsEditor } from '../../session/use-organisations.ts'
import { useDraft } from '../../ui/drafts.ts'
import { EmptyState, NoMatch } from '../../ui/EmptyState.tsx'
import frame from '../../ui/frame.module.css'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { useSearchText } from '../../ui/kept-search.ts'
import { LeaveGuard } from '../../ui/LeaveGuard.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { AddBar } from './AddBar.tsx'
import { CandidateList } from './CandidateList.tsx'
import { useAddPerformers } from './use-add-performers.ts'
import { VideoFailed, VideoLoading } from './VideoStates.tsx'
import { useVideo } from './video-queries.ts'

const title = '出演者を追加'

/** Adds performers of the video's organisation, several at once, or opens a new registration (D23). */
export function AddPerformersPage() {
  const { id } = useParams({ from: '/signed-in/videos/$id/performers/add' })
  const video = useVideo(id)
  const back = { label: video.data?.title ?? '動画', href: paths.video(id) }
  if (video.isPending) return <VideoLoading back={back} title={title} />
  if (video.data && !isGone(video)) return <AddPerformers key={id} video={video.data} back={back} />
  return <VideoFailed back={{ label: '動画', href: paths.videos() }} pageTitle={title} video={video} />
}

function AddPerformers({ video, back }: { video: Video; back: { label: string; href: string } }) {
  const search = useSearch({ from: '/signed-in/videos/$id/performers/add' })
  const text = useSearchText()
  const candidates = useQuery(
    pageQuery(listVideoCandidates, {
      params: { id: video.id },
      query: { ...search, search: text || undefined },
    }),
  )
  const adding = useAddPerformers(video)
  useDraft(adding.chosen.size > 0)
  const refusal = useEditRefusal(video.organisation.id)
  const untouched =
    candidates.data?.items.length === 0 && !candidates.isPlaceholderData && text === '' && !search.cursor
  return (
    <>
      <PageHeader title={title} back={back} actions={<NewPerformer video={video} />}>
        複数の出演者をまとめて追加できます。
      </PageHeader>
      {!untouched && (
        <div className={frame.tools}>
          <SearchField label="出演者を検索" placeholder="氏名・別名・かな・ローマ字・外部IDで検索" />
        </div>
      )}
      <Box mb="lg">
        <KeysetList
          query={candidates}
          failure="出演者情報の取得に失敗しました"
          loading={
            <div className={frame.card}>
              <TableSkeleton rows={8} columns={['20px', '1fr', '132px', '96px']} />
            </div>
          }
          empty={
            untouched ? (
              <EmptyState icon={IconUsers} title="追加できる出演者がいません">
                追加できるのは、動画と同じ組織の出演者です。先に出演者を登録してください。
              </EmptyState>
            ) : (
              <NoMatch title="条件に合う出演者がいません" href={paths.addVideoPerformers(video.id)}>
                検索語を短くするか、絞り込みを解除してください。
              </NoMatch>
            )
          }
          unit="名"
        >
          {(items) => (
            <CandidateList
              candidates={items}
              chosen={adding.chosen}
              readOnly={adding.isPending}
              onToggle={adding.toggle}
            />
          )}
        </KeysetList>
      </Box>
      {(!untouched || adding.chosen.size > 0) && <AddBar adding={adding} refusal={refusal} />}
      <LeaveGuard title="選択の破棄" cancel="選択に戻る" losesWork={adding.losesWork} paging>
        選択した出演者はまだ動画に追加されていません。
      </LeaveGuard>
    </>
  )
}

/** Only members of the video's organisation can register a performer for it (D67). */
function NewPerformer({ video }: { video: Video }) {
  const isEditor = useIsEditor(video.organisation.id)
  return (
    <GuardedButton
      href={paths.addPerformer({ video: video.id })}
      refusal={isEditor ? undefined : '出演者を登録できるのは、動画の組織の代表と担当だけです。'}
      variant="default"
      leftSection={<IconUserPlus size={17} />}
    >
      出演者を登録
    </GuardedButton>
  )
}
