import { limits } from '@kyc/contract/limits.ts'
import { TextInput } from '@mantine/core'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import type { useFormCall } from '../../../ui/use-form-call.ts'

export type TextField = ReturnType<ReturnType<typeof useFormCall<Record<string, string>, unknown>>['field']>

interface TalkFieldProps {
  label: string
  field: TextField
  type?: 'date' | 'number'
}

/** A required field of the talk (5条). */
export function TalkField({ label, field, type }: TalkFieldProps) {
  return (
    <TextInput
      size="md"
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      aria-required
      autoComplete="off"
      {...(type === 'date' ? { type, max: '9999-12-31' } : { maxLength: limits.titleFacts.chars })}
      {...(type === 'number' && { inputMode: 'numeric' as const })}
      {...field}
    />
  )
}
