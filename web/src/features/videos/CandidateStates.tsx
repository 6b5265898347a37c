import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import frame from '../../ui/frame.module.css'
import { IconUsers, IconZoomExclamation } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { TableSkeleton } from '../../ui/Skeletons.tsx'

export function CandidatesLoading() {
  return (
    <div className={frame.card}>
      <TableSkeleton rows={8} columns={['20px', '1fr', '132px', '96px']} />
    </div>
  )
}

/** `href` is the page without search. */
export function CandidatesEmpty({ filtered, href }: { filtered: boolean; href: string }) {
  return filtered ? (
    <EmptyState
      icon={IconZoomExclamation}
      title="条件に合う出演者がいません"
      action={
        <Button component={AppLink} href={href} variant="default">
          条件を解除
        </Button>
      }
    >
      検索語を短くするか、条件を解除してください。
    </EmptyState>
  ) : (
    <EmptyState icon={IconUsers} title="追加できる出演者がいません">
      追加できるのは、動画の登録者が登録した出演者です。先に出演者を登録してください。
    </EmptyState>
  )
}
