import { type IdentityCheck, identityCheckLabels, identityChecks } from '@kyc/contract/check-vocabulary.ts'
import { ageOn, dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { type DocumentType, type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Checkbox, Group, NativeSelect, Text, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '../../ui/format.ts'
import { DayField } from '../documents/DayField.tsx'
import { OtherNameLines } from './OtherNameLines.tsx'
import classes from './ReadingTable.module.css'
import { type Reading, readFields } from './reading.ts'

export interface ReadingTableProps {
  type: DocumentType
  performer: Performer
  /** Absent if nothing can be entered now. */
  fields: ReadingFieldsProps | undefined
}

export interface ReadingFieldsProps {
  reading: Reading
  errors: Readonly<Record<string, string | undefined>>
  onChange: (reading: Reading) => void
}

/** The entered values next to what the reviewer reads from the document. */
export function ReadingTable({ type, performer, fields }: ReadingTableProps) {
  const { date_of_birth: born, idKind, nationality, otherNames } = performer
  const read = fields ? readFields[type] : []
  const entry = fields && { ...fields, type }
  const compared = read.length > 0
  return (
    <table className={classes.table}>
      <colgroup>
        <col />
        <col />
        {compared && <col />}
      </colgroup>
      {/* The rows say what they are; the columns are for screen readers. */}
      <VisuallyHidden component="thead">
        <tr>
          <th scope="col">項目</th>
          <th scope="col">登録内容</th>
          {compared && <th scope="col">書類の記載</th>}
        </tr>
      </VisuallyHidden>
      <tbody>
        <Row
          label="氏名"
          value={
            <>
              {performer.lastName} {performer.firstName}
              <Text component="small" display="block" fz="xs" fw={400} lh={1.4} c="dimmed">
                {performer.lastNameRoman} {performer.firstNameRoman}
                {nationality && `・${nationality}`}
              </Text>
            </>
          }
          columns={compared ? 3 : 2}
          // An ID may show a former name.
          note={otherNames && <OtherNameLines names={otherNames} gap={0} />}
        />
        <KindRow registered={idKind} entry={read.includes('idKind') ? entry : undefined} />
        {entry && type === 'idFront' && <IdentityCheckRow entry={entry} />}
        <BirthRow registered={born} entry={read.includes('dateOfBirth') ? entry : undefined} />
        {entry && read.includes('expiresOn') && <ExpiryRow entry={entry} />}
      </tbody>
    </table>
  )
}

interface RowProps {
  label: string
  value: ReactNode
  /** The control for what the document shows. */
  children?: ReactNode
  note?: ReactNode
  /** The columns of the table. */
  columns?: number
}

function Row({ label, value, children, note, columns = 3 }: RowProps) {
  return (
    <>
      <tr data-noted={note ? true : undefined}>
        <th scope="row">{label}</th>
        <td>{value}</td>
        <td>{children}</td>
      </tr>
      {note && (
        <tr>
          <td colSpan={columns} className={classes.note}>
            {note}
          </td>
        </tr>
      )}
    </>
  )
}

type Entry = ReadingFieldsProps & { type: DocumentType }

function KindRow({ registered, entry }: { registered: IdKind | null; entry: Entry | undefined }) {
  const noteId = useId()
  const differs = entry && registered && entry.reading.idKind !== '' && entry.reading.idKind !== registered
  const fault = entry?.errors.idKind
  const note = fault ?? (differs ? '登録内容と異なります' : undefined)
  return (
    <Row
      label="種類"
      value={registered ? idKindLabels[registered] : '未入力'}
      note={note && <Difference id={noteId} text={note} />}
    >
      {entry && (
        <NativeSelect
          aria-label="身分証の種類"
          aria-required
          aria-describedby={note && noteId}
          data={[
            { value: '', label: '未選択' },
            ...idKinds.map((kind) => ({ value: kind, label: idKindLabels[kind] })),
          ]}
          value={entry.reading.idKind}
          onChange={(event) => entry.onChange({ ...entry.reading, idKind: event.currentTarget.value })}
          error={fault !== undefined}
        />
      )}
    </Row>
  )
}

/** How the identity was checked. The row precedes the dates, so that a reviewer who types them does not skip it. */
function IdentityCheckRow({ entry: { reading, onChange } }: { entry: Entry }) {
  return (
    <tr>
      <th scope="row">確認方法</th>
      <td colSpan={2}>
        <NativeSelect
          aria-label="本人確認の方法"
          data={identityChecks.map((value) => ({ value, label: identityCheckLabels[value] }))}
          value={reading.identityCheck}
          // The list offers only identity checks.
          onChange={(event) =>
            onChange({ ...reading, identityCheck: event.currentTarget.value as IdentityCheck })
          }
        />
      </td>
    </tr>
  )
}

function BirthRow({ registered, entry }: { registered: string | null; entry: Entry | undefined }) {
  const noteId = useId()
  const typed = entry?.reading.dateOfBirth ?? ''
  const fault = entry?.errors.dateOfBirth
  const age = `満${ageOn(isDay(typed) ? typed : (registered ?? typed), dayInJapan(new Date()))}歳`
  const note = () => {
    if (fault) return <Difference id={noteId} text={fault} />
    if (!isDay(typed)) return undefined
    if (registered === null) return <Match id={noteId} text={`${age}（この日付が登録されます）`} />
    return typed === registered ? (
      <Match id={noteId} text={`一致　${age}`} />
    ) : (
      <Difference
        id={noteId}
        text={`不一致：登録は${formatDate(registered)}、書類は${formatDate(typed)}（${age}）`}
      />
    )
  }
  return (
    <Row
      label="生年月日"
      value={<RegisteredBirth registered={registered} covered={entry !== undefined && !isDay(typed)} />}
      note={note()}
    >
      {entry && (
        <DayField
          aria-label="生年月日"
          aria-required
          data-day
          onComplete={(field) => nextDay(field)?.focus()}
          placeholder="例：19980402"
          aria-describedby={noteId}
          value={typed}
          onChange={(dateOfBirth) => entry.onChange({ ...entry.reading, dateOfBirth })}
          error={fault !== undefined}
        />
      )}
    </Row>
  )
}

/** The date field after this one, if it is still empty: a reviewer types both dates in one go. */
function nextDay(field: HTMLInputElement): HTMLInputElement | undefined {
  const days = [...(field.form?.querySelectorAll<HTMLInputElement>('[data-day]') ?? [])]
  const next = days[days.indexOf(field) + 1]
  return next?.value === '' ? next : undefined
}

/** The registered date, covered until a date is typed, so that only a reader of the document can type it (D14). */
function RegisteredBirth({ registered, covered }: { registered: string | null; covered: boolean }) {
  if (!registered) return '未入力'
  if (covered)
    return (
      <Text span inherit fw={400} c="dimmed">
        入力後に表示
      </Text>
    )
  return (
    <>
      {formatDate(registered)}
      <Text component="small" display="block" fz="xs" fw={400} lh={1.4} c="dimmed">
        満{ageOn(registered, dayInJapan(new Date()))}歳
      </Text>
    </>
  )
}

function ExpiryRow({ entry }: { entry: Entry }) {
  const noteId = useId()
  const { reading, errors, type, onChange } = entry
  const expired = isDay(reading.expiresOn) && reading.expiresOn < dayInJapan(new Date())
  const fault = errors.expiresOn
  const note = fault ?? (expired ? '有効期限が過ぎています' : undefined)
  return (
    <Row
      label="有効期限"
      value={
        type === 'idFront' ? (
          <Checkbox
            size="xs"
            label="有効期限なし"
            checked={reading.noExpiry}
            onChange={(event) =>
              onChange({ ...reading, noExpiry: event.currentTarget.checked, expiresOn: '' })
            }
          />
        ) : (
          'なし'
        )
      }
      note={note && <Difference id={noteId} text={note} />}
    >
      <DayField
        aria-label="有効期限"
        aria-required={type === 'idFront'}
        aria-describedby={note && noteId}
        placeholder="例：20270502"
        value={reading.noExpiry ? '' : reading.expiresOn}
        data-day
        onChange={(expiresOn) => onChange({ ...reading, expiresOn, noExpiry: false })}
        error={fault !== undefined}
      />
    </Row>
  )
}

function Match({ id, text }: { id: string; text: string }) {
  return (
    <Group id={id} component="span" gap={4} wrap="nowrap" fw={700} c="green">
      <IconCheck size={15} aria-hidden />
      {text}
    </Group>
  )
}

function Difference({ id, text }: { id: string; text: string }) {
  return (
    <Group id={id} component="span" gap={4} wrap="nowrap" fw={700} c="red">
      <IconX size={15} aria-hidden />
      {text}
    </Group>
  )
}
