import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'

/** Shown instead of a page that the role may not open; `title` is the title of the page. */
export function Forbidden({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={IconLock}
        title="この画面を表示する権限がありません"
        action={
          <Button component={AppLink} href={paths.dashboard()} variant="default">
            ダッシュボードへ戻る
          </Button>
        }
      >
        必要な場合は、管理者にご連絡ください。
      </EmptyState>
    </>
  )
}
