import { idKindLabels, wordOf } from '@kyc/contract/labels.ts'
import type { ListedPerformer } from '@kyc/contract/performers.ts'
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { OwnerNames, ownerLabels } from '../../session/OwnerNames.tsx'
import type { NamedOwner } from '../../session/use-organisations.ts'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { Expiry } from '../documents/Expiry.tsx'
import { lastChangeText } from '../review/change-text.ts'
import { isWide, type ListColumn, listColumns } from './list-columns.ts'
import { PerformerStateBadge } from './PerformerStateBadge.tsx'
import classes from './PerformerTable.module.css'

export interface PerformerTableProps {
  performers: readonly ListedPerformer[]
  owner: NamedOwner
  columns: readonly ListColumn[]
}

export function PerformerTable({ performers, owner, columns }: PerformerTableProps) {
  const shown = columns.filter((column) => column !== 'owner' || owner)
  const wide = isWide(columns)
  const widths = wide ? narrowWidths : usualWidths
  return (
    <div className={wide ? classes.wide : undefined}>
      <ListTable
        caption="出演者"
        head={
          <>
            <Table.Th w={wide ? 140 : 228}>氏名</Table.Th>
            {shown.map((column) => (
              <Table.Th key={column} w={widths[column]}>
                {column === 'owner' && owner ? ownerLabels[owner] : listColumns[column]}
              </Table.Th>
            ))}
            <Table.Th w={wide ? 56 : 76} ta="center">
              詳細
            </Table.Th>
          </>
        }
      >
        {performers.map((performer) => (
          <PerformerRow key={performer.id} performer={performer} owner={owner} columns={shown} />
        ))}
      </ListTable>
    </div>
  )
}

/** In px. The column 最終更新 takes the remaining width. */
const usualWidths: Partial<Record<ListColumn, number>> = {
  state: 124,
  idKind: 184,
  externalId: 136,
  nationality: 136,
  created: 184,
  owner: 152,
}
const narrowWidths: Partial<Record<ListColumn, number>> = {
  state: 108,
  idKind: 152,
  externalId: 92,
  nationality: 76,
  created: 128,
  owner: 92,
}

interface PerformerRowProps extends Pick<PerformerTableProps, 'owner' | 'columns'> {
  performer: ListedPerformer
}

function PerformerRow({ performer, owner, columns }: PerformerRowProps) {
  const href = paths.performer(performer.id)
  const name = `${performer.lastName} ${performer.firstName}`
  return (
    <Table.Tr>
      <Table.Td>
        <RowLink href={href}>{name}</RowLink>
        <span className={text.second}>
          {performer.lastNameRoman} {performer.firstNameRoman}
        </span>
      </Table.Td>
      {columns.map((column) => (
        <ColumnCell key={column} column={column} performer={performer} owner={owner} />
      ))}
      <Table.Td ta="center">
        <RowEye href={href} label={`${name}の詳細`} />
      </Table.Td>
    </Table.Tr>
  )
}

function ColumnCell({
  column,
  performer,
  owner,
}: Omit<PerformerRowProps, 'columns'> & { column: ListColumn }) {
  switch (column) {
    case 'state':
      return (
        <Table.Td>
          <PerformerStateBadge status={performer.status} relied={performer.relied} />
        </Table.Td>
      )
    case 'idKind':
      return (
        <Table.Td data-label="">
          {performer.idKind === null ? (
            <span className={text.missing}>身分証 未入力</span>
          ) : (
            performer.idKind && wordOf(idKindLabels, performer.idKind)
          )}
          <ExpiryLine performer={performer} />
        </Table.Td>
      )
    case 'change':
      return (
        <Table.Td className={classes.change} data-label="">
          {lastChangeText(performer.lastChange)}
          <span className={text.second}>
            <Timestamp listed at={performer.updatedAt} />
          </span>
        </Table.Td>
      )
    case 'owner':
      return <Table.Td visibleFrom="sm">{owner && <OwnerNames record={performer} owner={owner} />}</Table.Td>
    case 'created':
      return (
        <MoreCell column={column}>
          <Timestamp listed at={performer.created_at} />
        </MoreCell>
      )
    case 'externalId':
      return <MoreCell column={column}>{performer.external_id}</MoreCell>
    case 'nationality':
      return <MoreCell column={column}>{performer.nationality}</MoreCell>
  }
}

/** A cell of a column that is not usually shown; on a card, a line with its label. */
function MoreCell({ column, children }: { column: ListColumn; children: ReactNode }) {
  return (
    <Table.Td data-label={listColumns[column]}>
      {/* Undefined until the list has been refetched with this column. */}
      {children === null ? <span className={text.missing}>未入力</span> : children}
    </Table.Td>
  )
}

function ExpiryLine({ performer: { expiresOn, expiring } }: { performer: ListedPerformer }) {
  if (!expiresOn) return <span className={`${text.second} ${text.missing}`}>有効期限 未入力</span>
  return (
    <span className={text.second}>
      <Expiry day={expiresOn} near={expiring} />
    </span>
  )
}
