import { dayInJapan } from '@kyc/contract/dates.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatDate } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { lastChangeText } from './change-words.ts'
import { PerformerStateBadge } from './PerformerStateBadge.tsx'
import classes from './PerformerTable.module.css'

export interface PerformerTableProps {
  performers: readonly Performer[]
  /** Admins see who registered each (D2). */
  showOwner: boolean
}

/** One row each; below 768 px one card each, by style alone. */
export function PerformerTable({ performers, showOwner }: PerformerTableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.hidden}>出演者</caption>
      <thead>
        <tr>
          <th className={classes.nameColumn}>氏名</th>
          <th className={classes.stateColumn}>状態</th>
          <th className={classes.idColumn}>身分証</th>
          <th>最終更新</th>
          {showOwner && <th className={classes.ownerColumn}>登録者</th>}
          <th className={classes.eyeColumn}>詳細</th>
        </tr>
      </thead>
      <tbody>
        {performers.map((performer) => (
          <PerformerRow key={performer.id} performer={performer} showOwner={showOwner} />
        ))}
      </tbody>
    </table>
  )
}

function PerformerRow({ performer, showOwner }: { performer: Performer; showOwner: boolean }) {
  const href = paths.performer(performer.id)
  const name = `${performer.lastName} ${performer.firstName}`
  return (
    <tr>
      <td className={classes.nameCell}>
        <AppLink className={classes.name} href={href}>
          {name}
        </AppLink>
        <span className={classes.second}>
          {performer.lastNameRoman} {performer.firstNameRoman}
        </span>
      </td>
      <td className={classes.stateCell}>
        <PerformerStateBadge status={performer.status} />
      </td>
      <td className={classes.idCell}>
        {performer.idKind ? idKindLabels[performer.idKind] : <span className={classes.missing}>未入力</span>}
        <Expiry performer={performer} />
      </td>
      <td className={classes.changeCell}>
        {lastChangeText(performer.lastChange)}
        <span className={classes.second}>
          <Timestamp at={performer.updatedAt} />
        </span>
      </td>
      {showOwner && <td className={classes.ownerCell}>{performer.registeredBy ?? 'N/A'}</td>}
      <td className={classes.eyeCell}>
        <AppLink className={classes.eye} href={href} aria-label={`${name}の詳細`}>
          <IconEye size={18} stroke={1.7} aria-hidden />
        </AppLink>
      </td>
    </tr>
  )
}

function Expiry({ performer: { expiresOn, expiring } }: { performer: Performer }) {
  if (!expiresOn) return <span className={`${classes.second} ${classes.missing}`}>有効期限 未入力</span>
  if (!expiring) return <span className={classes.second}>{formatDate(expiresOn)}まで</span>
  const past = expiresOn < dayInJapan(new Date())
  return (
    <span className={classes.near} data-past={past || undefined}>
      <IconAlertTriangle size={15} stroke={1.7} aria-hidden />
      {past ? `${formatDate(expiresOn)}で期限切れ` : `${formatDate(expiresOn)}まで`}
    </span>
  )
}
