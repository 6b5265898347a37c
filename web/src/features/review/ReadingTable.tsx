import { ageOn, dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { type DocumentType, type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Button, Checkbox, Group, NativeSelect, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '../../ui/format.ts'
import { DayField } from '../documents/DayField.tsx'
import classes from './ReadingTable.module.css'
import { type Reading, readFields } from './reading.ts'
import type { CheckAnswer } from './review-draft.ts'

export interface ReadingTableProps {
  type: DocumentType
  performer: Performer
  /** Absent if nothing can be entered now. */
  fields: ReadingFieldsProps | undefined
}

export interface ReadingFieldsProps {
  reading: Reading
  errors: Readonly<Record<string, string | undefined>>
  /** Whether the names match; absent if the document has no such check. */
  name: CheckAnswer | undefined
  /** After an attempt to approve. */
  marked: boolean
  /** The field that takes the focus. */
  autoFocus: string | false
  onChange: (reading: Reading) => void
  onName: (answer: boolean) => void
}

/** The entered values next to what the reviewer reads from the document. */
export function ReadingTable({ type, performer, fields }: ReadingTableProps) {
  const { date_of_birth: born, idKind, nationality } = performer
  const read = fields ? readFields[type] : []
  const entry = fields && { ...fields, type }
  const compared = read.length > 0 || fields?.name !== undefined
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">項目</th>
          <th scope="col">登録内容</th>
          {compared && <th scope="col">書類の記載</th>}
        </tr>
      </thead>
      <tbody>
        <Row
          label="氏名"
          value={
            <>
              {performer.lastName} {performer.firstName}
              <Text component="small" display="block" fz="xs" fw={400} lh={1.4} c="dimmed">
                {performer.lastNameRoman} {performer.firstNameRoman}
              </Text>
            </>
          }
        >
          {fields?.name && <NameMatch {...fields} name={fields.name} />}
        </Row>
        <KindRow registered={idKind} entry={read.includes('idKind') ? entry : undefined} />
        <BirthRow registered={born} entry={read.includes('dateOfBirth') ? entry : undefined} />
        {entry && read.includes('expiresOn') && <ExpiryRow entry={entry} />}
        {nationality && <Row label="国籍" value={nationality} />}
      </tbody>
    </table>
  )
}

interface RowProps {
  label: string
  value: ReactNode
  /** What the document shows. */
  children?: ReactNode
  note?: ReactNode
}

function Row({ label, value, children, note }: RowProps) {
  return (
    <>
      <tr data-noted={note ? true : undefined}>
        <th scope="row">{label}</th>
        <td>{value}</td>
        <td>{children}</td>
      </tr>
      {note && (
        <tr>
          <td colSpan={3} className={classes.note}>
            {note}
          </td>
        </tr>
      )}
    </>
  )
}

type Entry = ReadingFieldsProps & { type: DocumentType }

function NameMatch({ name, marked, onName }: ReadingFieldsProps & { name: CheckAnswer }) {
  const open = marked && name.answer === undefined
  return (
    <Button.Group aria-label="氏名">
      {[true, false].map((answer) => {
        const pressed = name.answer === answer
        return (
          <Button
            key={String(answer)}
            flex={1}
            h={32}
            px={0}
            fz="xs"
            fw={pressed ? 700 : 400}
            variant={pressed ? 'light' : 'default'}
            color={answer ? 'green' : 'red'}
            {...(open && { c: 'red' })}
            aria-pressed={pressed}
            aria-invalid={open || undefined}
            onClick={() => onName(answer)}
          >
            {pressed && (answer ? <IconCheck size={15} /> : <IconX size={15} />)}
            {answer ? '一致' : '不一致'}
          </Button>
        )
      })}
    </Button.Group>
  )
}

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
          data-autofocus={entry.autoFocus === 'idKind' || undefined}
          onChange={(event) => entry.onChange({ ...entry.reading, idKind: event.currentTarget.value })}
          error={fault !== undefined}
        />
      )}
    </Row>
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
      value={
        registered ? (
          <>
            {formatDate(registered)}
            <Text component="small" display="block" fz="xs" fw={400} lh={1.4} c="dimmed">
              満{ageOn(registered, dayInJapan(new Date()))}歳
            </Text>
          </>
        ) : (
          '未入力'
        )
      }
      note={note()}
    >
      {entry && (
        <DayField
          aria-label="生年月日"
          placeholder="年月日"
          aria-describedby={noteId}
          value={typed}
          onChange={(dateOfBirth) => entry.onChange({ ...entry.reading, dateOfBirth })}
          error={fault !== undefined}
        />
      )}
    </Row>
  )
}

function ExpiryRow({ entry }: { entry: Entry }) {
  const noteId = useId()
  const { reading, errors, type, autoFocus, onChange } = entry
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
          '—'
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
        data-autofocus={autoFocus === 'expiresOn' || undefined}
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
