import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { MemberActDialog } from './MemberActDialog.tsx'
import { MemberRoleDialog } from './MemberRoleDialog.tsx'
import type { MemberOpen } from './member-acts.ts'

export interface MemberDialogsProps {
  open: MemberOpen
  organisation: Organisation
  onClose: () => void
}

/** The dialog of an act. */
export function MemberDialogs({ open, organisation, onClose }: MemberDialogsProps) {
  if (open.act === 'role') {
    return <MemberRoleDialog member={open.member} organisation={organisation} onClose={onClose} />
  }
  return <MemberActDialog open={open} organisation={organisation} onClose={onClose} />
}
