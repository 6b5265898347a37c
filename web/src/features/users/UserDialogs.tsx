import type { ManagedUser } from '@kyc/contract/users.ts'
import { ActDialog } from './ActDialog.tsx'
import { RoleDialog } from './RoleDialog.tsx'
import { SessionsDialog } from './SessionsDialog.tsx'
import type { UserAct } from './user-acts.ts'

export interface UserDialogsProps {
  act: UserAct
  user: ManagedUser
  onClose: () => void
}

/** The dialog of an act. */
export function UserDialogs({ act, user, onClose }: UserDialogsProps) {
  if (act === 'role') return <RoleDialog user={user} onClose={onClose} />
  if (act === 'sessions') return <SessionsDialog user={user} onClose={onClose} />
  return <ActDialog act={act} user={user} onClose={onClose} />
}
