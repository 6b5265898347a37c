import { ageOn, dayInJapan } from '@kyc/contract/dates.ts'
import { fieldLabels, idKindLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { ReactNode } from 'react'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatDate } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './PerformerFacts.module.css'

/** What is known of a performer; N/A where something is missing (spec §2). */
export function PerformerFacts({ performer }: { performer: Performer }) {
  return (
    <dl className={classes.facts}>
      <Fact label="ID" wide>
        {performer.id}
        <CopyButton value={performer.id} label="IDをコピー" />
      </Fact>
      <Fact label={fieldLabels.external_id}>{performer.external_id}</Fact>
      <Fact label="登録者">{performer.registeredBy}</Fact>
      <Fact label={fieldLabels.date_of_birth}>
        {performer.date_of_birth && birth(performer.date_of_birth)}
      </Fact>
      <Fact label={fieldLabels.nationality}>{performer.nationality}</Fact>
      <Fact label={fieldLabels.email}>{performer.email}</Fact>
      <Fact label="登録日">{performer.created_at && <Timestamp at={performer.created_at} />}</Fact>
      <Fact label={fieldLabels.idKind}>{performer.idKind && idKindLabels[performer.idKind]}</Fact>
      <Fact label={fieldLabels.expiresOn}>
        {performer.expiresOn && <Expiry day={performer.expiresOn} near={performer.expiring} />}
      </Fact>
    </dl>
  )
}

function Fact({ label, wide, children }: { label: ReactNode; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <dt>{label}</dt>
      <dd>{children || 'N/A'}</dd>
    </div>
  )
}

function birth(day: string): string {
  return `${formatDate(day)}（満${ageOn(day, dayInJapan(new Date()))}歳）`
}

function Expiry({ day, near }: { day: string; near: boolean }) {
  if (!near) return formatDate(day)
  const past = day < dayInJapan(new Date())
  return (
    <span className={classes.near} data-past={past || undefined}>
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      {formatDate(day)}
      {past && '（期限切れ）'}
    </span>
  )
}
