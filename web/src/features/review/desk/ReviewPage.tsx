import { Button, Drawer, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { paths } from '../../../paths.ts'
import { Forbidden } from '../../../session/Forbidden.tsx'
import { useSession } from '../../../session/use-session.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { EmptyState, NoMatch } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Redirect, useGo } from '../../../ui/go.tsx'
import { useBackToClose } from '../../../ui/use-back-to-close.ts'
import { useKeys } from '../../../ui/use-key.ts'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { usePrefetchCase } from '../panes/prefetch-case.ts'
import { CaseQueue } from './CaseQueue.tsx'
import { CaseView, type Stage } from './CaseView.tsx'
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
  const queries = useQueryClient()
  const go = useGo()
  const [open, setOpen] = useState<'filter' | 'queue' | null>(null)
  useReturnFocus(open !== null)
  const synchronised = useState(false)
  const { leaving, leave, stay } = useLeaving()
  const queue = (list.data?.items ?? []).filter((each) => !leaving.includes(each.id))
  const next = neighbour(queue, id, 1)
  const show = (other: string | undefined) => other && void go(paths.review(search, other))
  const showNext = () => show(next)
  const showPrevious = () => show(neighbour(queue, id, -1))
  const ahead = id ? next : undefined
  usePrefetchCase(ahead)
  useKeys({ j: showNext, k: showPrevious, g: () => setOpen('filter') })
  const finish = async (decided: string) => {
    await removeFromQueue(queries, decided)
    stay(decided)
    if (decided === id) await go(next ? paths.review(search, next) : paths.review(search))
  }
  const cases = new Map<string, Stage>(leaving.map((each) => [each, 'leaving']))
  if (ahead) cases.set(ahead, 'ahead')
  if (id) cases.set(id, 'open')
  const queueList = <CaseQueue list={list} search={search} id={id} onFilter={() => setOpen('filter')} />
  return (
    <div className={classes.desk}>
      <title>審査｜本人確認管理システム</title>
      <VisuallyHidden component="h1">審査</VisuallyHidden>
      <aside className={classes.queue} aria-label="審査待ち">
        {queueList}
      </aside>
      {[...cases].map(([each, stage]) => (
        <CaseView
          key={each}
          id={each}
          stage={stage}
          synchronised={synchronised}
          onNext={next ? showNext : undefined}
          onPrevious={queue.length > 1 ? showPrevious : undefined}
          onQueue={() => setOpen('queue')}
          onSent={() => {
            if (!next) return
            leave(each)
            showNext()
          }}
          // Until it is on screen again, it stays mounted as one that leaves.
          onRefused={() => void go(paths.review(search, each)).then(() => stay(each))}
          onFinished={() => void finish(each)}
        />
      ))}
      {!id && <NoCase list={list} />}
      {open === 'filter' && <QueueFilter search={search} onClose={() => setOpen(null)} />}
      {open === 'queue' && <QueueDrawer onClose={() => setOpen(null)}>{queueList}</QueueDrawer>}
    </div>
  )
}

/** The cases whose last decision is under way while the next one is on screen. */
function useLeaving() {
  const [leaving, setLeaving] = useState<readonly string[]>([])
  const stay = (id: string) => setLeaving((all) => all.filter((each) => each !== id))
  return { leaving, stay, leave: (id: string) => setLeaving((all) => [...all, id]) }
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
  // The queue of a former filter is still shown.
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
        条件を解除すると、ほかの審査待ちを表示します。
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
