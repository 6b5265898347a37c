import { idKindLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { paths } from '../../paths.ts'
import { OwnerNames, ownerLabels } from '../../session/OwnerNames.tsx'
import type { NamedOwner } from '../../session/use-organisations.ts'
import { ListTable, RowEye, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { Expiry } from '../documents/Expiry.tsx'
import { lastChangeText } from './change-text.ts'
import { PerformerStateBadge } from './PerformerStateBadge.tsx'
import classes from './PerformerTable.module.css'

export interface PerformerTableProps {
  performers: readonly Performer[]
  owner: NamedOwner
}

export function PerformerTable({ performers, owner }: PerformerTableProps) {
  return (
    <ListTable
      caption="出演者"
      head={
        <>
          <th className={classes.nameColumn}>氏名</th>
          <th className={classes.stateColumn}>状態</th>
          <th className={classes.idColumn}>身分証</th>
          <th>最終更新</th>
          {owner && <th className={classes.ownerColumn}>{ownerLabels[owner]}</th>}
          <th className={classes.eyeColumn}>詳細</th>
        </>
      }
    >
      {performers.map((performer) => (
        <PerformerRow key={performer.id} performer={performer} owner={owner} />
      ))}
    </ListTable>
  )
}

function PerformerRow({ performer, owner }: { performer: Performer; owner: NamedOwner }) {
  const href = paths.performer(performer.id)
  const name = `${performer.lastName} ${performer.firstName}`
  return (
    <tr className={classes.row}>
      <td className={classes.nameCell}>
        <RowLink href={href}>{name}</RowLink>
        <span className={text.second}>
          {performer.lastNameRoman} {performer.firstNameRoman}
        </span>
      </td>
      <td className={classes.stateCell}>
        <PerformerStateBadge status={performer.status} />
      </td>
      <td className={classes.idCell}>
        {performer.idKind ? idKindLabels[performer.idKind] : <span className={text.missing}>未入力</span>}
        <ExpiryLine performer={performer} />
      </td>
      <td className={classes.changeCell}>
        {lastChangeText(performer.lastChange)}
        <span className={text.second}>
          <Timestamp listed at={performer.updatedAt} />
        </span>
      </td>
      {owner && (
        <td className={classes.ownerCell}>
          <OwnerNames record={performer} owner={owner} />
        </td>
      )}
      <td className={classes.eyeCell}>
        <RowEye href={href} label={`${name}の詳細`} />
      </td>
    </tr>
  )
}

function ExpiryLine({ performer: { expiresOn, expiring } }: { performer: Performer }) {
  if (!expiresOn) return <span className={`${text.second} ${text.missing}`}>有効期限 未入力</span>
  return (
    <span className={text.second}>
      <Expiry day={expiresOn} near={expiring} />
    </span>
  )
}
