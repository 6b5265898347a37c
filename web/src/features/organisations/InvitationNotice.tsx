import { Invitation } from './Invitation.tsx'
import { useInvitations } from './organisation-queries.ts'

/** The invitations that the account has neither accepted nor declined. Renders nothing if there is none. */
export function InvitationNotice() {
  const invitations = useInvitations()
  return invitations.data?.map((invitation) => (
    <Invitation key={invitation.organisation.id} invitation={invitation} />
  ))
}
