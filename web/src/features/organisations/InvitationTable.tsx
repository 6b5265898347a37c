import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import type { MemberInvitation } from '@kyc/contract/organisation-members.ts'
import { Button, Table } from '@mantine/core'
import { IconMailX } from '@tabler/icons-react'
import { ListTable } from '../../ui/ListTable.tsx'
import { MailAddress } from '../../ui/MailAddress.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'

interface InvitationTableProps {
  invitations: readonly MemberInvitation[]
  refusal: string | undefined
  onRevoke: (invitation: MemberInvitation) => void
}

/** Invitations with the name that the inviter typed; the name of the account appears after it has joined. */
export function InvitationTable({ invitations, refusal, onRevoke }: InvitationTableProps) {
  return (
    <ListTable
      caption="招待中"
      head={
        <>
          <Table.Th>氏名</Table.Th>
          <Table.Th w={120}>役割</Table.Th>
          <Table.Th w={168}>期限</Table.Th>
          <Table.Th w={128} ta="center">
            操作
          </Table.Th>
        </>
      }
    >
      {invitations.map((invitation) => (
        <Table.Tr key={invitation.id}>
          <Table.Td>
            <span className={text.name}>{invitation.name}</span>
            <span className={text.second}>
              <MailAddress address={invitation.email} />
            </span>
          </Table.Td>
          <Table.Td data-label="役割">{memberRoleLabels[invitation.role]}</Table.Td>
          <Table.Td data-label="期限">
            {Date.parse(invitation.expiresAt) > Date.now() ? (
              <Timestamp listed at={invitation.expiresAt} precision="day" />
            ) : (
              <StateBadge tone="wait" icon={IconMailX}>
                招待期限切れ
              </StateBadge>
            )}
          </Table.Td>
          <Table.Td ta="center">
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
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
