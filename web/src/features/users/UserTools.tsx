import { type Role, roles } from '@kyc/contract/accounts.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { useNavigate } from '@tanstack/react-router'
import type { UserListSearch } from '../../paths.ts'
import frame from '../../ui/frame.module.css'
import { sameSearch } from '../../ui/kept-search.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import classes from './UsersPage.module.css'

/** Highest role first. */
const choices = [
  { value: '', label: 'すべての権限' },
  ...roles.toReversed().map((role) => ({ value: role, label: roleLabels[role] })),
]

/** Search and role filter; both restart at the first page. */
export function UserTools({ search }: { search: UserListSearch }) {
  const navigate = useNavigate({ from: '/users' })
  const filterBy = (role: Role | undefined) =>
    navigate({ search: { ...search, cursor: undefined, role }, state: sameSearch, replace: true })
  return (
    <div className={frame.tools}>
      <SearchField label="ユーザーを検索" placeholder="氏名・メールアドレスで検索" />
      <NativeSelect
        className={classes.role}
        aria-label="権限で絞り込む"
        data={choices}
        value={search.role ?? ''}
        onChange={(event) => filterBy(roles.find((role) => role === event.currentTarget.value))}
      />
    </div>
  )
}
