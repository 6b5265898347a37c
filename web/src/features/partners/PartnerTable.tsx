import { partnerModeLabels } from '@kyc/contract/labels.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { paths } from '../../paths.ts'
import { ListTable, RowLink } from '../../ui/ListTable.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { PartnerState } from './PartnerState.tsx'
import classes from './PartnerTable.module.css'

export function PartnerTable({ partners }: { partners: readonly Partner[] }) {
  return (
    <ListTable
      caption="提携先"
      head={
        <>
          <th>提携先名</th>
          <th className={classes.modeColumn}>種別</th>
          <th className={classes.stateColumn}>状態</th>
          <th>コールバックの送信先</th>
          <th className={classes.dayColumn}>登録日</th>
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
    <tr className={classes.row}>
      <td className={classes.nameCell}>
        <RowLink href={paths.partner(partner.id)}>{partner.name}</RowLink>
        <span className={text.second}>{partner.companyId}</span>
      </td>
      <td className={classes.modeCell} data-label="種別">
        {partnerModeLabels[partner.mode]}
      </td>
      <td className={classes.stateCell}>
        <PartnerState partner={partner} />
      </td>
      <td className={classes.originsCell} data-label="コールバックの送信先">
        <span>
          {origin}
          {others.length > 0 && <span className={text.second}>ほか{others.length}件</span>}
        </span>
      </td>
      <td className={classes.dayCell} data-label="登録日">
        <Timestamp listed at={partner.createdAt} precision="day" />
      </td>
    </tr>
  )
}
