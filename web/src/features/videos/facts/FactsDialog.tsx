import { limits } from '@kyc/contract/limits.ts'
import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { type FactField, type FieldValue, type FieldValues, partOf, valuesOf } from './fact-fields.ts'

export interface FactsDialogProps {
  title: string
  fields: readonly FactField[]
  /** The part that is changed; null for a new one. */
  stored: object | null
  /** Sends the part, as the contract takes it. The errors of the reply appear at the fields with the same names. */
  save: (part: Record<string, unknown>) => Promise<unknown>
  /** Removes the stored part. */
  clear?: (() => Promise<unknown>) | undefined
  onClose: () => void
  /** Below the fields; gets the change of the values. */
  children?: ReactNode | ((change: (values: FieldValues) => void) => ReactNode)
}

/** Enters one part of the facts of a video. */
export function FactsDialog({ title, fields, stored, save, clear, onClose, children }: FactsDialogProps) {
  const form = useFormCall({
    initial: valuesOf(fields, stored),
    call: (values) => save(partOf(fields, values)),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={title}
      size={560}
      submit="保存"
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      {fields.map((field, index) => (
        <FactControl
          key={field.name}
          field={field}
          value={form.values[field.name] ?? ''}
          error={form.errors[field.name]}
          first={index === 0}
          onChange={(value) => form.change({ [field.name]: value })}
        />
      ))}
      {typeof children === 'function' ? children(form.change) : children}
      {clear && (
        <Button
          variant="subtle"
          color="red"
          disabled={form.busy}
          leftSection={<IconTrash size={17} />}
          onClick={() => void form.run(() => clear().then(onClose))}
        >
          この記録を消す
        </Button>
      )}
    </FormDialog>
  )
}

interface FactControlProps {
  field: FactField
  value: FieldValue
  error: string | undefined
  first: boolean
  onChange: (value: FieldValue) => void
}

function FactControl({ field, value, error, first, onChange }: FactControlProps) {
  const { name, label, kind, required, options = {}, hint } = field
  const choices = Object.entries(options).map(([of, text]) => ({ value: of, label: text }))
  if (typeof value !== 'string') {
    return (
      <Checkbox.Group label={label} description={hint} error={error} value={[...value]} onChange={onChange}>
        <Stack gap={6} mt={6}>
          {choices.map((choice) => (
            <Checkbox key={choice.value} {...choice} />
          ))}
        </Stack>
      </Checkbox.Group>
    )
  }
  const common = {
    size: 'md',
    name,
    label: <FieldLabel kind={required ? 'required' : 'optional'}>{label}</FieldLabel>,
    'aria-label': label,
    'aria-required': required,
    description: hint,
    error,
    value,
    'data-autofocus': first || undefined,
  } as const
  const typed = ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value)
  if (kind === 'choice' || kind === 'yesNo')
    return (
      <NativeSelect
        {...common}
        data={[{ value: '', label: '選択してください' }, ...choices]}
        onChange={typed}
      />
    )
  if (kind === 'lines')
    return (
      <Textarea {...common} autosize minRows={2} maxLength={limits.titleFacts.reasonChars} onChange={typed} />
    )
  if (kind === 'day') return <TextInput {...common} type="date" max="9999-12-31" onChange={typed} />
  return (
    <TextInput
      {...common}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      maxLength={limits.titleFacts.chars}
      onChange={typed}
    />
  )
}
