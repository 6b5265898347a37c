import { Invitation } from './Invitation.tsx'
import { useInvitations } from './organisation-queries.ts'

/** The invitations of the account that it has not answered; nothing without one. */
export function InvitationNotice() {
  const invitations = useInvitations()
  return invitations.data?.map((invitation) => (
    <Invitation key={invitation.organisation.id} invitation={invitation} />
  ))
}
