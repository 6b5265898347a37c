import { roleLabels } from '@kyc/contract/labels.ts'
import { useSession } from '../session/use-session.ts'
import classes from './Person.module.css'

/** Who is signed in, and as what (D1). */
export function Person() {
  const { user } = useSession()
  return (
    <span className={classes.person}>
      <span className={classes.name}>{user.displayName || user.name || user.email}</span>
      <span className={classes.role}>{roleLabels[user.role]}</span>
    </span>
  )
}
