import { roleLabels } from '@kyc/contract/role-labels.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/use-session.ts'
import { AppLink } from '../ui/AppLink.tsx'
import classes from './Person.module.css'

/** Who is signed in, and as what (D1); the name leads to one's own account. `onChoose` closes the drawer. */
export function Person({ onChoose }: { onChoose?: () => void }) {
  const { user } = useSession()
  const name = user.displayName || user.name || user.email
  return (
    <span className={classes.person}>
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
