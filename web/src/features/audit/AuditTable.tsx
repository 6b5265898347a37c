import type { AuditEntry } from '@kyc/contract/audit.ts'
import { unreadableText } from '@kyc/contract/audit-words.ts'
import { IconChevronRight } from '../../ui/icons.ts'
import { UnstyledButton } from '../../ui/mantine/UnstyledButton.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { ActionLabel } from './action-icons.tsx'
import classes from './audit.module.css'
import { resourceText } from './entry-text.ts'

const columns = ['日時（JST）', 'ユーザー', '操作', '対象', 'IPアドレス', '詳細'] as const

/** The entries as a table; below 768 px each is a card with column names. */
export function AuditTable({
  entries,
  onOpen,
}: {
  entries: readonly AuditEntry[]
  onOpen: (entry: AuditEntry) => void
}) {
  return (
    <table className={classes.table}>
      <caption className={text.hidden}>監査ログ</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

function AuditRow({ entry, onOpen }: { entry: AuditEntry; onOpen: (entry: AuditEntry) => void }) {
  const resource = resourceText(entry)
  return (
    <tr>
      <td data-column={columns[0]}>
        <Timestamp at={entry.createdAt} precision="second" />
      </td>
      <td data-column={columns[1]}>{entry.user?.name ?? '—'}</td>
      <td data-column={columns[2]}>
        <ActionLabel action={entry.action} />
      </td>
      <td data-column={columns[3]}>
        <span className={classes.kind}>{resource.kind}</span>{' '}
        <span>
          {resource.name}
          {entry.unreadable && <span className={classes.unreadable}>{unreadableText(entry.id)}</span>}
        </span>
      </td>
      <td data-column={columns[4]}>{entry.ipAddress ?? '—'}</td>
      <td data-column={columns[5]}>
        <UnstyledButton className={classes.open} onClick={() => onOpen(entry)}>
          詳細
          <IconChevronRight size={15} aria-hidden />
          <span className={text.hidden}>
            {resource.kind} {resource.name}
          </span>
        </UnstyledButton>
      </td>
    </tr>
  )
}
