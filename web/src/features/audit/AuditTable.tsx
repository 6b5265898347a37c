import type { AuditEntry } from '@kyc/contract/audit.ts'
import { unreadableText } from '@kyc/contract/audit-words.ts'
import { Group, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconChevronRight, IconUserCircle, IconUsers } from '@tabler/icons-react'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListTable } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ActionLabel } from './action-icons.tsx'
import classes from './audit.module.css'
import type { AuditFilterValues } from './audit-filter.ts'
import { resourceText } from './entry-text.ts'

const columns = ['日時（JST）', 'ユーザー', '操作', '対象', 'IPアドレス', '詳細'] as const

interface RowActions {
  onOpen: (entry: AuditEntry) => void
  /** Adds a condition to the filter. */
  onNarrow: (values: AuditFilterValues) => void
}

/** The entries as a table; on phones each has two lines. */
export function AuditTable({ entries, ...actions }: { entries: readonly AuditEntry[] } & RowActions) {
  return (
    <ListTable
      caption="監査ログ"
      layout="auto"
      head={columns.map((column) => (
        <Table.Th key={column} scope="col">
          {column}
        </Table.Th>
      ))}
    >
      {entries.map((entry) => (
        <AuditRow key={entry.id} entry={entry} {...actions} />
      ))}
    </ListTable>
  )
}

function AuditRow({ entry, onOpen, onNarrow }: { entry: AuditEntry } & RowActions) {
  const resource = resourceText(entry)
  return (
    <Table.Tr className={classes.entry}>
      <Table.Td className={classes.time}>
        <Timestamp at={entry.createdAt} precision="second" listed />
      </Table.Td>
      <Table.Td className={classes.user}>{entry.user?.name ?? 'ユーザーなし'}</Table.Td>
      <Table.Td className={classes.actionCell}>
        <ActionLabel action={entry.action} />
      </Table.Td>
      <Table.Td className={classes.resource}>
        <Text span size="xs" c="dimmed" mr={4}>
          {resource.kind}
        </Text>{' '}
        <span>
          {resource.name}
          {entry.unreadable && (
            <Text span display="block" size="xs" c="red">
              {unreadableText(entry.id)}
            </Text>
          )}
        </span>
      </Table.Td>
      <Table.Td visibleFrom="sm">{entry.ipAddress ?? 'なし'}</Table.Td>
      <Table.Td className={classes.detailsCell}>
        <Group wrap="nowrap" gap={0} className={classes.rowActions}>
          <LinkButton className={classes.open} onClick={() => onOpen(entry)}>
            詳細
            <IconChevronRight size={15} aria-hidden />
            <VisuallyHidden>
              {resource.kind} {resource.name}
            </VisuallyHidden>
          </LinkButton>
          <NarrowMenu entry={entry} onNarrow={onNarrow} />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

/** Narrows the log to the account or performer of the entry. */
function NarrowMenu({ entry, onNarrow }: { entry: AuditEntry } & Pick<RowActions, 'onNarrow'>) {
  const { userId, user, performerId, resourceName } = entry
  const actions = [
    ...(userId && user
      ? [{ label: 'この人だけ', icon: IconUserCircle, onSelect: () => onNarrow({ userId }) }]
      : []),
    ...(performerId
      ? [{ label: 'この出演者だけ', icon: IconUsers, onSelect: () => onNarrow({ resourceId: performerId }) }]
      : []),
  ]
  if (actions.length === 0) return null
  const names = [user?.name, performerId && resourceName].filter((name) => name)
  return <ActionMenu label={`${names.join('、')}で絞り込む`} title="絞り込む" actions={actions} />
}
