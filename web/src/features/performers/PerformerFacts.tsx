import { ageOn, dayInJapan } from '@kyc/contract/dates.ts'
import { idKindLabels, wordOf } from '@kyc/contract/labels.ts'
import { type DetailField, detailFields, performerFields } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useShowsOrganisation } from '../../session/use-organisations.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatDate } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { Expiry } from '../documents/Expiry.tsx'
import { OtherNameLines } from '../review/OtherNameLines.tsx'
import classes from './PerformerFacts.module.css'

export interface PerformerFactsProps {
  performer: Performer
  /** Shown next to the organisation. */
  organisationAct?: ReactNode
}

/** Other pages show 未入力. Here the text is the one of spec §2. */
const missing = 'N/A'

/** The data of a performer. */
export function PerformerFacts({ performer, organisationAct }: PerformerFactsProps) {
  const showsOrganisation = useShowsOrganisation()
  return (
    <Paper component="dl" withBorder px="md" py={4} lh="sm" className={classes.facts}>
      <Fact label="ID" wide>
        {performer.id}
        <CopyButton value={performer.id} label="IDをコピー" />
      </Fact>
      <FieldFact performer={performer} field="external_id" />
      {showsOrganisation && (
        <Fact label="組織">
          {performer.organisation.name}
          {organisationAct}
        </Fact>
      )}
      <Fact label="登録者">{performer.registeredBy}</Fact>
      {otherFields.map((field) => (
        <FieldFact key={field} performer={performer} field={field} />
      ))}
      <Fact label="登録日">{performer.created_at && <Timestamp at={performer.created_at} />}</Fact>
      <FieldFact performer={performer} field="idKind" />
      <Fact label="有効期限">
        {performer.expiresOn && <Expiry day={performer.expiresOn} near={performer.expiring} />}
      </Fact>
    </Paper>
  )
}

const otherFields = detailFields.filter((field) => field !== 'external_id' && field !== 'idKind')

function FieldFact({ performer, field }: { performer: Performer; field: DetailField }) {
  const { label } = performerFields[field]
  if (field !== 'otherNames') return <Fact label={label}>{fieldText(performer, field)}</Fact>
  const { otherNames } = performer
  return (
    <Fact label={label} wide>
      {otherNames && <OtherNameLines names={otherNames} />}
    </Fact>
  )
}

function fieldText(performer: Performer, field: Exclude<DetailField, 'otherNames'>): string | null {
  if (field === 'idKind') return performer.idKind && wordOf(idKindLabels, performer.idKind)
  if (field === 'date_of_birth') return performer.date_of_birth && birthText(performer.date_of_birth)
  return performer[field]
}

function Fact({ label, wide, children }: { label: ReactNode; wide?: boolean; children: ReactNode }) {
  return (
    <div className={classes.fact} data-wide={wide}>
      <Text component="dt" size="xs" c="dimmed">
        {label}
      </Text>
      <Group component="dd" gap="0 4px" miw={0} wrap={wide ? 'nowrap' : 'wrap'}>
        {children || missing}
      </Group>
    </div>
  )
}

function birthText(day: string): string {
  return `${formatDate(day)}（満${ageOn(day, dayInJapan(new Date()))}歳）`
}
