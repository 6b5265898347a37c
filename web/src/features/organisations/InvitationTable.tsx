import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import type { MemberInvitation } from '@kyc/contract/organisation-members.ts'
import { Button } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { ListTable } from '../../ui/ListTable.tsx'
import { MailAddress } from '../../ui/MailAddress.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import classes from './MemberTable.module.css'

interface InvitationTableProps {
  invitations: readonly MemberInvitation[]
  refusal: string | undefined
  onRevoke: (invitation: MemberInvitation) => void
}

/** Invitations with the name that was typed for them; that of the account appears after it has joined. */
export function InvitationTable({ invitations, refusal, onRevoke }: InvitationTableProps) {
  return (
    <ListTable
      caption="招待中"
      head={
        <>
          <th>氏名</th>
          <th className={classes.roleColumn}>役割</th>
          <th className={classes.dateColumn}>期限</th>
          <th className={classes.revokeColumn}>操作</th>
        </>
      }
    >
      {invitations.map((invitation) => (
        <tr key={invitation.id} className={classes.row}>
          <td className={classes.nameCell}>
            <span className={text.name}>{invitation.name}</span>
            <span className={text.second}>
              <MailAddress address={invitation.email} />
            </span>
          </td>
          <td className={classes.roleCell} data-label="役割">
            {memberRoleLabels[invitation.role]}
          </td>
          <td className={classes.dateCell} data-label="期限">
            {Date.parse(invitation.expiresAt) > Date.now() ? (
              <Timestamp listed at={invitation.expiresAt} precision="day" />
            ) : (
              <StateBadge tone="wait" icon={IconMailX}>
                招待期限切れ
              </StateBadge>
            )}
          </td>
          <td className={classes.menuCell}>
            <Button
              variant="default"
              size="xs"
              disabled={refusal !== undefined}
              aria-describedby={refusal && 'manage-refusal'}
              aria-label={`${invitation.name}への招待を取り消す`}
              onClick={() => onRevoke(invitation)}
            >
              取り消す
            </Button>
          </td>
        </tr>
      ))}
    </ListTable>
  )
}
