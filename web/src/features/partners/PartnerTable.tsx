import { partnerModeLabels } from '@kyc/contract/labels.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { Table } from '@mantine/core'
import { paths } from '../../paths.ts'
import { ListTable, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { PartnerState } from './PartnerState.tsx'

export function PartnerTable({ partners }: { partners: readonly Partner[] }) {
  return (
    <ListTable
      caption="提携先"
      head={
        <>
          <Table.Th>提携先名</Table.Th>
          <Table.Th w={96}>種別</Table.Th>
          <Table.Th w={144}>状態</Table.Th>
          <Table.Th>コールバックの送信先</Table.Th>
          <Table.Th w={160}>登録日</Table.Th>
        </>
      }
    >
      {partners.map((partner) => (
        <PartnerRow key={partner.id} partner={partner} />
      ))}
    </ListTable>
  )
}

function PartnerRow({ partner }: { partner: Partner }) {
  const [origin, ...others] = partner.callbackOrigins
  return (
    <Table.Tr>
      <Table.Td>
        <RowLink href={paths.partner(partner.id)}>{partner.name}</RowLink>
        <span className={text.second}>{partner.companyId}</span>
      </Table.Td>
      <Table.Td data-label="種別">{partnerModeLabels[partner.mode]}</Table.Td>
      <Table.Td>
        <PartnerState partner={partner} />
      </Table.Td>
      <Table.Td data-label="コールバックの送信先">
        <span>
          {origin}
          {others.length > 0 && <span className={text.second}>ほか{others.length}件</span>}
        </span>
      </Table.Td>
      <Table.Td data-label="登録日">
        <Timestamp listed at={partner.createdAt} precision="day" />
      </Table.Td>
    </Table.Tr>
  )
}
