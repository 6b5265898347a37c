import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { fieldLabels, idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { DayField } from '../documents/DayField.tsx'
import classes from './PerformerFields.module.css'
import { nameFields, type PerformerField, type PerformerValues } from './registration-form.ts'

export interface PerformerFieldsProps {
  values: PerformerValues
  errors: Readonly<Partial<Record<string, string>>>
  onChange: (field: PerformerField, value: string) => void
  /** Filled in but not to be changed, as while everything is being sent. */
  readOnly?: boolean
  /** Fields that can't be changed any more (D14, D15). */
  locked?: readonly PerformerField[]
}

const examples = {
  lastName: '山田',
  firstName: '花子',
  lastNameRoman: 'YAMADA',
  firstNameRoman: 'HANAKO',
} as const

/** The ids of fields begin with this, so that lists and errors can jump to them. */
export const fieldId = (field: string) => `field-${field}`

export function NameFields(props: PerformerFieldsProps) {
  return (
    <div className={classes.grid}>
      {nameFields.map((field) => (
        <TextInput
          key={field}
          {...common(props, field)}
          label={
            <>
              {fieldLabels[field]}
              <FieldBadge kind="required" />
            </>
          }
          aria-label={fieldLabels[field]}
          aria-required
          placeholder={`例：${examples[field]}`}
          maxLength={limits.nameChars}
        />
      ))}
    </div>
  )
}

/** The optional section (D15). */
export function DetailFields(props: PerformerFieldsProps) {
  return (
    <div className={classes.grid} data-details>
      <DayField
        {...common(props, 'date_of_birth')}
        onChange={(value) => props.onChange('date_of_birth', value)}
        label={fieldLabels.date_of_birth}
      />
      <NativeSelect
        id={fieldId('idKind')}
        label={fieldLabels.idKind}
        data={[
          { value: '', label: '未入力' },
          ...idKinds.map((kind) => ({ value: kind, label: idKindLabels[kind] })),
        ]}
        value={props.values.idKind}
        error={props.errors.idKind}
        disabled={props.readOnly === true || isLocked(props, 'idKind')}
        onChange={(event) => props.onChange('idKind', event.currentTarget.value)}
      />
      <TextInput
        {...common(props, 'email')}
        type="email"
        label={fieldLabels.email}
        placeholder="例：hanako@example.com"
        maxLength={254}
      />
      <TextInput {...common(props, 'external_id')} label={fieldLabels.external_id} maxLength={100} />
      <TextInput
        {...common(props, 'nationality')}
        className={classes.wide}
        label={fieldLabels.nationality}
        placeholder="例：日本"
        maxLength={100}
        description="日本以外の方は、ローマ字欄に公的書類の氏名を入力してください。姓・名の欄は同じ内容で構いません。"
      />
    </div>
  )
}

function isLocked({ locked = [] }: PerformerFieldsProps, field: PerformerField): boolean {
  return locked.includes(field)
}

function common(props: PerformerFieldsProps, field: PerformerField) {
  return {
    id: fieldId(field),
    name: field,
    value: props.values[field],
    error: props.errors[field],
    readOnly: props.readOnly === true,
    disabled: isLocked(props, field),
    onChange: (event) => props.onChange(field, event.currentTarget.value),
    // The performer is somebody else than the person whose data the browser remembers.
    autoComplete: 'off',
  } satisfies TextInputProps
}
