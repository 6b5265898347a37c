import { partnerModeLabels } from '@kyc/contract/labels.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import { standingOf } from './partner-words.ts'
import classes from './partners.module.css'
import tables from './tables.module.css'

/** One row each; below 768 px one card each, by style alone. */
export function PartnerTable({ partners }: { partners: readonly Partner[] }) {
  return (
    <table className={tables.table}>
      <caption className={tables.hidden}>提携先</caption>
      <thead className={tables.thead}>
        <tr>
          <th className={tables.head}>提携先名</th>
          <th className={`${tables.head} ${tables.modeColumn}`}>種別</th>
          <th className={`${tables.head} ${tables.stateColumn}`}>状態</th>
          <th className={tables.head}>コールバックの送信先</th>
          <th className={`${tables.head} ${tables.dayColumn}`}>登録日</th>
        </tr>
      </thead>
      <tbody>
        {partners.map((partner) => (
          <tr key={partner.id} className={tables.rowLine}>
            <td className={tables.cell}>
              <AppLink className={classes.name} href={paths.partner(partner.id)}>
                {partner.name}
              </AppLink>
              <span className={text.second}>{partner.companyId}</span>
            </td>
            <td className={tables.cell} data-label="種別">
              {partnerModeLabels[partner.mode]}
            </td>
            <td className={tables.cell} data-label="状態">
              <Standing partner={partner} />
            </td>
            <td className={tables.cell} data-label="コールバックの送信先">
              {partner.callbackOrigins[0]}
              {partner.callbackOrigins.length > 1 && (
                <span className={text.second}>ほか{partner.callbackOrigins.length - 1}件</span>
              )}
            </td>
            <td className={tables.cell} data-label="登録日">
              <Timestamp at={partner.createdAt} precision="day" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function Standing({ partner }: { partner: Partner }) {
  const { tone, word } = standingOf(partner)
  return <StateBadge tone={tone}>{word}</StateBadge>
}
