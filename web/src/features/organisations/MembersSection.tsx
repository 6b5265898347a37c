import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { Group, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CountBadge } from '../../ui/CountBadge.tsx'
import frame from '../../ui/frame.module.css'
import { InvitationTable } from './InvitationTable.tsx'
import { MemberDialogs } from './MemberDialogs.tsx'
import { MemberTable } from './MemberTable.tsx'
import { type MemberOpen, type OwnPlace, whyUnmanaged } from './member-acts.ts'

interface MembersSectionProps {
  organisation: Organisation
  own: OwnPlace
}

/** The members, and the invitations that were neither accepted nor declined. */
export function MembersSection({ organisation, own }: MembersSectionProps) {
  const [open, setOpen] = useState<MemberOpen | null>(null)
  const { members, invitations } = organisation
  return (
    <>
      <People id="members-title" title="メンバー" count={members.length}>
        <MemberTable
          organisation={organisation}
          own={own}
          onAct={(act, member) => setOpen({ act, member })}
        />
      </People>
      {invitations.length > 0 && (
        <People id="invitations-title" title="招待中" count={invitations.length}>
          <InvitationTable
            invitations={invitations}
            refusal={whyUnmanaged(own, organisation)}
            onRevoke={(invitation) => setOpen({ act: 'revoke', invitation })}
          />
        </People>
      )}
      {open && <MemberDialogs open={open} organisation={organisation} onClose={() => setOpen(null)} />}
    </>
  )
}

interface PeopleProps {
  /** Id of the heading. */
  id: string
  title: string
  count: number
  /** The table. */
  children: ReactNode
}

function People({ id, title, count, children }: PeopleProps) {
  return (
    <section aria-labelledby={id}>
      <Group gap="sm" mb="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        <CountBadge announced>{`${count}名`}</CountBadge>
      </Group>
      <div className={frame.card} data-plain>
        {children}
      </div>
    </section>
  )
}
