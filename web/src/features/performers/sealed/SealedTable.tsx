import { dayInJapan, daysBetween } from '@kyc/contract/dates.ts'
import type { ListedSealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { Table, Text } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../ui/format.ts'
import { ListTable, RowLink } from '../../../ui/ListTable.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import text from '../../../ui/text.module.css'
import { SealedStateBadge } from './SealedStateBadge.tsx'

/** Lists each record under its id, because the name of the performer is sealed. */
export function SealedTable({ records }: { records: readonly ListedSealedPerformer[] }) {
  return (
    <ListTable
      caption="封印した記録"
      head={
        <>
          <Table.Th>記録ID</Table.Th>
          <Table.Th w={200}>封印した日</Table.Th>
          <Table.Th w={184}>保存期限</Table.Th>
          <Table.Th w={148}>状態</Table.Th>
        </>
      }
    >
      {records.map((record) => (
        <SealedRow key={record.id} record={record} />
      ))}
    </ListTable>
  )
}

function SealedRow({ record }: { record: ListedSealedPerformer }) {
  return (
    <Table.Tr>
      <Table.Td>
        <RowLink href={paths.sealedRecord(record.id)}>
          <Text span inherit fw={400}>
            {record.id}
          </Text>
        </RowLink>
        <span className={text.second}>{record.organisation.name}</span>
      </Table.Td>
      <Table.Td data-label="封印した日">
        <span>
          <Timestamp listed at={record.sealedAt} precision="day" />
          <span className={text.second}>{record.sealedBy}</span>
        </span>
      </Table.Td>
      <Table.Td data-label={record.destroyedAt ? '破棄した日' : '保存期限'}>
        <span>
          {record.destroyedAt ? (
            <>
              <Timestamp listed at={record.destroyedAt} precision="day" />
              <span className={text.second}>に破棄</span>
            </>
          ) : (
            <>
              {formatDate(record.retainUntil)}
              {record.ending && <span className={text.second}>{daysLeft(record.retainUntil)}</span>}
            </>
          )}
        </span>
      </Table.Td>
      <Table.Td>
        <SealedStateBadge record={record} />
      </Table.Td>
    </Table.Tr>
  )
}

function daysLeft(retainUntil: string): string {
  const days = daysBetween(dayInJapan(new Date()), retainUntil)
  return days < 0 ? '期限を過ぎました' : `あと${days}日`
}
