import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconZoomExclamation } from '../../ui/icons.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { UserTable } from './UserTable.tsx'

/** Only a search can be empty: the list always has the own account. */
export function UsersEmpty() {
  return (
    <EmptyState
      icon={IconZoomExclamation}
      title="条件に合うユーザーはいません"
      action={
        <Button component={AppLink} href={paths.users()} variant="default">
          条件を解除
        </Button>
      }
    >
      検索語や権限の条件を変えてお試しください。
    </EmptyState>
  )
}

export function UsersLoading() {
  return (
    <ListSkeleton
      head={<UserTable users={[]} />}
      columns={['1fr', '132px', '108px', '88px', '172px', '36px']}
      rows={8}
      twoLines
      cardHeight={124}
    />
  )
}
