import { AppLink } from './AppLink.tsx'
import { EmptyState } from './EmptyState.tsx'
import { IconLock } from './icons.ts'
import { Button } from './mantine/Button.ts'
import { PageHeader } from './PageHeader.tsx'

/** Shown instead of a page that the role may not open; `title` is the title of the page. */
export function Forbidden({ title }: { title: string }) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={IconLock}
        title="この画面を表示する権限がありません"
        action={
          <Button component={AppLink} href="/dashboard" variant="default">
            ダッシュボードへ戻る
          </Button>
        }
      >
        必要な場合は、管理者にご連絡ください。
      </EmptyState>
    </>
  )
}
