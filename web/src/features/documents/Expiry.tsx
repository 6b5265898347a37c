import { dayInJapan } from '@kyc/contract/dates.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatDate } from '../../ui/format.ts'
import classes from './Expiry.module.css'

/** An expiry date, with a sign from 30 days before it (D16). */
export function Expiry({ day, near }: { day: string; near: boolean }) {
  if (!near) return <>{formatDate(day)}まで</>
  const past = day < dayInJapan(new Date())
  return (
    <span className={classes.near} data-past={past || undefined}>
      <IconAlertTriangle size={15} aria-hidden />
      {formatDate(day)}
      {past ? 'で期限切れ' : 'まで'}
    </span>
  )
}
