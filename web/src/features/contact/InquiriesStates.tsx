import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import frame from '../../ui/frame.module.css'
import { IconMessages } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { TableSkeleton } from '../../ui/Skeletons.tsx'

/** @param label of the filter; null if the list has none */
export function InquiriesEmpty({ label }: { label: string | null }) {
  if (label === null)
    return (
      <EmptyState icon={IconMessages} title="お問い合わせはまだありません">
        お問い合わせ画面から送られた内容が、ここに新しい順に並びます。
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconMessages}
      title={`${label}のお問い合わせはありません`}
      action={
        <Button component={AppLink} href={paths.inquiries({ state: 'all' })} variant="default">
          条件を解除
        </Button>
      }
    >
      別の状態に切り替えてご確認ください。
    </EmptyState>
  )
}

export function InquiriesLoading() {
  return (
    <div className={frame.card}>
      <TableSkeleton rows={6} columns={['1fr', '140px', '200px', '36px']} twoLines />
    </div>
  )
}
