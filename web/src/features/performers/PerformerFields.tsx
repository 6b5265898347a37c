import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import {
  type DetailField,
  detailFields,
  fieldRules,
  kanaFields,
  nameFields,
  type PerformerField,
  performerFields,
} from '@kyc/contract/performer-fields.ts'
import { NativeSelect, SimpleGrid, Text, TextInput, type TextInputProps } from '@mantine/core'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { DayField } from '../documents/DayField.tsx'
import { ageNote } from './age-note.ts'
import { OtherNamesField } from './OtherNamesField.tsx'
import classes from './PerformerFields.module.css'
import { RomanField } from './RomanField.tsx'
import type { PerformerValues } from './registration-form.ts'
import { useKana } from './use-kana.ts'

export interface PerformerFieldsProps {
  values: PerformerValues
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (field: PerformerField, value: string) => void
  /** Set while the form is being sent. */
  readOnly?: boolean
  /** Fields that can no longer be changed (D14, D15). */
  locked?: readonly PerformerField[]
  /** Fields that the form asks for elsewhere. */
  omitted?: readonly DetailField[]
}

/** Element id of a field, the target of `jumpTo`. */
export const fieldId = (field: string) => `field-${field}`

export function NameFields(props: PerformerFieldsProps) {
  const onBlur = useKana(props.values, props.onChange)
  return (
    <SimpleGrid cols={2}>
      {nameFields.map((field) => {
        const { label } = performerFields[field]
        const input = {
          ...sharedProps(props, field),
          ...textLimits(field),
          label: <FieldLabel kind="required">{label}</FieldLabel>,
          'aria-label': label,
          'aria-required': true,
          onBlur,
        }
        if (!fieldRules[field].roman) return <TextInput key={field} {...input} />
        return (
          <RomanField
            key={field}
            {...input}
            onText={(text) => props.onChange(field, text)}
            fieldLabel={label}
          />
        )
      })}
      {kanaFields.map((field) => (
        <TextInput
          key={field}
          {...sharedProps(props, field)}
          label={<FieldLabel kind="optional">{performerFields[field].label}</FieldLabel>}
          aria-label={performerFields[field].label}
          {...textLimits(field)}
        />
      ))}
      <Text size="xs" c="dimmed" mt={-8} className={classes.wide}>
        かなは検索に使います。ローマ字から自動で入力されるので、読みが違うときは直してください。
      </Text>
    </SimpleGrid>
  )
}

const isWide = (field: DetailField) => fieldRules[field].wide === true
const inFormOrder = [...detailFields.filter((field) => !isWide(field)), ...detailFields.filter(isWide)]

/** The optional fields. */
export function DetailFields(props: PerformerFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {inFormOrder
        .filter((field) => !props.omitted?.includes(field))
        .map((field) => (
          <DetailControl key={field} form={props} field={field} />
        ))}
    </SimpleGrid>
  )
}

function DetailControl({ form, field }: { form: PerformerFieldsProps; field: DetailField }) {
  const { kind, label, hint, wide } = fieldRules[field]
  switch (kind) {
    case 'day':
      return (
        <DayField
          {...sharedProps(form, field)}
          onChange={(value) => form.onChange(field, value)}
          label={label}
          description={<Age date={form.values[field]} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )
    case 'idKind':
      return (
        <NativeSelect
          id={fieldId(field)}
          label={label}
          data={kindChoices}
          value={form.values[field]}
          error={form.errors[field]}
          disabled={form.readOnly === true || isLocked(form, field)}
          onChange={(event) => form.onChange(field, event.currentTarget.value)}
        />
      )
    case 'otherNames':
      return (
        <OtherNamesField
          id={fieldId(field)}
          label={label}
          hint={hint}
          value={form.values[field]}
          error={form.errors[field]}
          readOnly={form.readOnly === true || isLocked(form, field)}
          onChange={(value) => form.onChange(field, value)}
        />
      )
    default:
      return (
        <TextInput
          {...sharedProps(form, field)}
          className={wide && classes.wide}
          type={kind === 'email' ? 'email' : 'text'}
          label={label}
          description={hint}
          {...textLimits(field)}
        />
      )
  }
}

/** The age below the date of birth, announced when it appears. */
function Age({ date }: { date: string }) {
  const note = ageNote(date)
  return (
    <Text span inherit aria-live="polite" {...(note?.underAge && { c: 'red', fw: 700 })}>
      {note?.text}
    </Text>
  )
}

const kindChoices = [
  { value: '', label: '未入力' },
  ...idKinds.map((kind) => ({ value: kind, label: idKindLabels[kind] })),
]

function textLimits(field: PerformerField) {
  const rule = fieldRules[field]
  if (!('chars' in rule)) return {}
  return { maxLength: rule.chars, placeholder: rule.example && `例：${rule.example}` }
}

function isLocked({ locked = [] }: PerformerFieldsProps, field: PerformerField): boolean {
  return locked.includes(field)
}

function sharedProps(props: PerformerFieldsProps, field: PerformerField) {
  return {
    id: fieldId(field),
    name: field,
    value: props.values[field],
    error: props.errors[field],
    readOnly: props.readOnly === true,
    disabled: isLocked(props, field),
    onChange: (event) => props.onChange(field, event.currentTarget.value),
    // The browser would suggest the data of the account, not of the performer.
    autoComplete: 'off',
  } satisfies TextInputProps
}
