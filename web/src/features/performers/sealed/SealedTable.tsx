import { dayInJapan, daysBetween } from '@kyc/contract/dates.ts'
import type { ListedSealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { paths } from '../../../paths.ts'
import { formatDate } from '../../../ui/format.ts'
import { ListTable, RowLink } from '../../../ui/ListTable.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import text from '../../../ui/text.module.css'
import { SealedStateBadge } from './SealedStateBadge.tsx'
import classes from './SealedTable.module.css'

/** A record is named by its id: names are sealed. */
export function SealedTable({ records }: { records: readonly ListedSealedPerformer[] }) {
  return (
    <ListTable
      caption="封印した記録"
      head={
        <>
          <th>記録ID</th>
          <th className={classes.sealedColumn}>封印した日</th>
          <th className={classes.untilColumn}>保存期限</th>
          <th className={classes.stateColumn}>状態</th>
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
    <tr className={classes.row}>
      <td className={classes.idCell}>
        <RowLink href={paths.sealedRecord(record.id)}>
          <span className={classes.id}>{record.id}</span>
        </RowLink>
        <span className={text.second}>{record.organisation.name}</span>
      </td>
      <td className={classes.sealedCell} data-label="封印した日">
        <span>
          <Timestamp listed at={record.sealedAt} precision="day" />
          <span className={text.second}>{record.sealedBy}</span>
        </span>
      </td>
      <td className={classes.untilCell} data-label={record.destroyedAt ? '破棄した日' : '保存期限'}>
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
      </td>
      <td className={classes.stateCell}>
        <SealedStateBadge record={record} />
      </td>
    </tr>
  )
}

function daysLeft(retainUntil: string): string {
  const days = daysBetween(dayInJapan(new Date()), retainUntil)
  return days < 0 ? '期限を過ぎました' : `あと${days}日`
}
