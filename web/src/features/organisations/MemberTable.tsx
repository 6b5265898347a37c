import { memberRoleLabels } from '@kyc/contract/organisation-labels.ts'
import type { Member, Organisation } from '@kyc/contract/organisation-members.ts'
import { Table } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconArrowRight, IconLogout, IconTrash, IconUserCog } from '@tabler/icons-react'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { ListTable } from '../../ui/ListTable.tsx'
import { MailAddress } from '../../ui/MailAddress.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { actsOn, type MemberAct, type OwnPlace } from './member-acts.ts'

const items = {
  role: { label: '役割を変更', icon: IconUserCog },
  handOver: { label: '代表を交代', icon: IconArrowRight },
  remove: { label: 'メンバーから外す', icon: IconTrash },
  leave: { label: '組織から抜ける', icon: IconLogout },
} as const satisfies Record<MemberAct, { label: string; icon: TablerIcon }>

interface MemberTableProps {
  organisation: Organisation
  own: OwnPlace
  onAct: (act: MemberAct, member: Member) => void
}

export function MemberTable({ organisation, own, onAct }: MemberTableProps) {
  return (
    <ListTable
      caption="メンバー"
      head={
        <>
          <Table.Th>氏名</Table.Th>
          <Table.Th w={120}>役割</Table.Th>
          <Table.Th w={168}>参加日</Table.Th>
          <Table.Th w={128} ta="center">
            操作
          </Table.Th>
        </>
      }
    >
      {organisation.members.map((member) => (
        <Table.Tr key={member.accountId}>
          <Table.Td>
            <span className={text.name}>
              {member.name}
              {member.accountId === own.accountId && '（あなた）'}
            </span>
            <span className={text.second}>
              {member.email ? <MailAddress address={member.email} /> : 'メールアドレスなし'}
            </span>
          </Table.Td>
          <Table.Td data-label="役割">{memberRoleLabels[member.role]}</Table.Td>
          <Table.Td data-label="参加日">
            <Timestamp listed at={member.joinedAt} precision="day" />
          </Table.Td>
          <Table.Td ta="center">
            {organisation.kind !== 'personal' && (
              <ActionMenu
                label={`${member.name}の操作`}
                title="操作"
                actions={actsOn(member, own, organisation).map(({ act, refused }) => ({
                  label: refused ? `${items[act].label}（${refused}）` : items[act].label,
                  icon: items[act].icon,
                  disabled: refused !== undefined,
                  onSelect: () => onAct(act, member),
                }))}
              />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  )
}
