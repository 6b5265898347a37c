import { roleLabels } from '@kyc/contract/role-labels.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './AccountName.module.css'

/** Name and role (D1) of the signed-in account, linked to the account page. `onChoose` closes the drawer. */
export function AccountName({ onChoose }: { onChoose?: () => void }) {
  const { user } = useSession()
  const name = user.displayName || user.name || user.email
  return (
    <span className={classes.account}>
      {user.secondFactorMissing ? (
        <span className={classes.name}>{name}</span>
      ) : (
        <AppLink href={paths.account()} className={classes.name} title="アカウント" onClick={onChoose}>
          {name}
        </AppLink>
      )}
      <span className={classes.role}>{roleLabels[user.role]}</span>
    </span>
  )
}
