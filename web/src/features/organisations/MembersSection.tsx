import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { useState } from 'react'
import { CountBadge } from '../../ui/CountBadge.tsx'
import frame from '../../ui/frame.module.css'
import { InvitationTable } from './InvitationTable.tsx'
import { MemberDialogs } from './MemberDialogs.tsx'
import { MemberTable } from './MemberTable.tsx'
import { type MemberOpen, type OwnPlace, whyUnmanaged } from './member-acts.ts'
import classes from './organisations.module.css'

interface MembersSectionProps {
  organisation: Organisation
  own: OwnPlace
}

/** The members and the invitations that are not answered. */
export function MembersSection({ organisation, own }: MembersSectionProps) {
  const [open, setOpen] = useState<MemberOpen | null>(null)
  const { members, invitations } = organisation
  return (
    <>
      <section aria-labelledby="members-title">
        <div className={classes.head}>
          <h2 id="members-title">メンバー</h2>
          <CountBadge announced>{`${members.length}名`}</CountBadge>
        </div>
        <div className={frame.card} data-plain>
          <MemberTable
            organisation={organisation}
            own={own}
            onAct={(act, member) => setOpen({ act, member })}
          />
        </div>
      </section>
      {invitations.length > 0 && (
        <section aria-labelledby="invitations-title">
          <div className={classes.head}>
            <h2 id="invitations-title">招待中</h2>
            <CountBadge announced>{`${invitations.length}名`}</CountBadge>
          </div>
          <div className={frame.card} data-plain>
            <InvitationTable
              invitations={invitations}
              refusal={whyUnmanaged(own, organisation)}
              onRevoke={(invitation) => setOpen({ act: 'revoke', invitation })}
            />
          </div>
        </section>
      )}
      {open && <MemberDialogs open={open} organisation={organisation} onClose={() => setOpen(null)} />}
    </>
  )
}
