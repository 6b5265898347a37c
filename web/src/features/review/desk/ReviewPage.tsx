import { Button, Drawer, VisuallyHidden } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useReducer, useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { paths } from '../../../paths.ts'
import { Forbidden } from '../../../session/Forbidden.tsx'
import { useSession } from '../../../session/use-session.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { useDraft } from '../../../ui/drafts.ts'
import { EmptyState, NoMatch } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Redirect, useGo } from '../../../ui/go.tsx'
import { useBackToClose } from '../../../ui/use-back-to-close.ts'
import { useKeys } from '../../../ui/use-key.ts'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { keepReview, keptReview } from '../kept-review.ts'
import { usePrefetchCase } from '../panes/prefetch-case.ts'
import { isStarted } from '../review-draft.ts'
import { reviewReducer } from '../review-state.ts'
import { CaseQueue } from './CaseQueue.tsx'
import { CaseView } from './CaseView.tsx'
import { DeskSkeleton } from './DeskSkeleton.tsx'
import { QueueFilter } from './QueueFilter.tsx'
import { neighbour, removeFromQueue, useQueue } from './queue.ts'
import classes from './review.module.css'

/** The review desk (D21): the queue, one case with all its documents, and the decision on one of them. */
export function ReviewPage() {
  const { isAdmin } = useSession()
  return isAdmin ? <Desk /> : <Forbidden title="審査" />
}

function Desk() {
  const { id } = useParams({ strict: false })
  const { search, list } = useQueue()
  const [open, setOpen] = useState<'filter' | 'queue' | null>(null)
  useReturnFocus(open !== null)
  const [state, dispatch] = useReducer(reviewReducer, undefined, keptReview)
  const { drafts, seen, born } = state
  useEffect(() => keepReview({ drafts, seen, born }), [drafts, seen, born])
  useDraft(Object.values(drafts).some(isStarted))
  const cases = useCases(id, state.leaving)
  usePrefetchCase(id ? cases.next : undefined)
  useKeys({ j: cases.showNext, k: cases.showPrevious, g: () => setOpen('filter') })
  const queueList = <CaseQueue list={list} search={search} id={id} onFilter={() => setOpen('filter')} />
  return (
    <div className={classes.desk}>
      <title>審査｜本人確認管理システム</title>
      <VisuallyHidden component="h1">審査</VisuallyHidden>
      <aside className={classes.queue} aria-label="審査待ち">
        {queueList}
      </aside>
      {id ? (
        <CaseView
          key={id}
          id={id}
          state={state}
          dispatch={dispatch}
          acts={{
            onNext: cases.next ? cases.showNext : undefined,
            onPrevious: cases.several ? cases.showPrevious : undefined,
            onQueue: () => setOpen('queue'),
            onSent: cases.showNext,
            onRefused: () => cases.comeBack(id),
            onFinished: () => cases.finish(id),
            onUndone: () => cases.comeBack(id),
          }}
        />
      ) : (
        <NoCase list={list} />
      )}
      {open === 'filter' && <QueueFilter search={search} onClose={() => setOpen(null)} />}
      {open === 'queue' && <QueueDrawer onClose={() => setOpen(null)}>{queueList}</QueueDrawer>}
    </div>
  )
}

/** Moves between the cases of the queue, and skips those that are `leaving`. */
function useCases(id: string | undefined, leaving: readonly string[]) {
  const { search, list } = useQueue()
  const queries = useQueryClient()
  const go = useGo()
  const queue = (list.data?.items ?? []).filter((each) => !leaving.includes(each.id))
  const next = neighbour(queue, id, 1)
  const show = (other: string | undefined) => other && void go(paths.review(search, other))
  // The reviewer may have opened another case meanwhile: shows the former one again.
  const comeBack = useCallbackRef((former: string) => void (former !== id && show(former)))
  const finish = useCallbackRef(async (decided: string) => {
    await removeFromQueue(queries, decided)
    if (decided === id) await go(paths.review(search, next))
  })
  return {
    next,
    several: queue.length > 1,
    showNext: () => show(next),
    showPrevious: () => show(neighbour(queue, id, -1)),
    comeBack,
    finish,
  }
}

/** The queue of narrow windows. */
function QueueDrawer({ onClose, children }: { onClose: () => void; children: React.ReactNode }) {
  useBackToClose(true, onClose)
  return (
    <Drawer
      opened
      onClose={onClose}
      closeOnEscape={false} // by useBackToClose
      size={320}
      padding={0}
      withCloseButton={false}
      aria-label="審査待ち"
      onClick={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}
    >
      {children}
    </Drawer>
  )
}

/** Opens the first case of the queue, or says why there is none. */
function NoCase({ list }: Pick<ReturnType<typeof useQueue>, 'list'>) {
  const { search } = useQueue()
  const { organisation: _kept, ...filters } = search
  const first = neighbour(list.data?.items ?? [], undefined, 1)
  if (list.isPending) return <DeskSkeleton />
  if (!list.data) return <ErrorState title="審査待ちの一覧を取得できませんでした" {...failedQuery(list)} />
  // Until the queue of a new filter has loaded, the list has that of the former filter.
  if (list.isPlaceholderData) return <DeskSkeleton />
  if (first) return <Redirect href={paths.review(search, first)} />
  if (list.data.items.length > 0)
    return (
      <EmptyState icon={IconLock} title="審査できる出演者がいません">
        審査待ちの出演者は、すべてほかの管理者が審査中です。
      </EmptyState>
    )
  if (Object.keys(filters).length > 0)
    return (
      <NoMatch title="条件に合う審査待ちはありません" href={paths.review()}>
        絞り込みを解除すると、ほかの審査待ちを表示します。
      </NoMatch>
    )
  return (
    <EmptyState
      icon={IconCircleCheck}
      title="審査待ちの出演者はいません"
      action={
        <Button component={AppLink} href={paths.dashboard()} variant="default">
          ダッシュボードへ戻る
        </Button>
      }
    >
      すべての書類を審査しました。新しい書類が提出されると、ここに表示されます。
    </EmptyState>
  )
}
