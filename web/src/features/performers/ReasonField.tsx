import { limits } from '@kyc/contract/limits.ts'
import { Textarea } from '@mantine/core'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import type { FieldProps } from '../../ui/use-form-call.ts'

export interface ReasonFieldProps extends FieldProps {
  label: string
  description?: string | undefined
  'data-autofocus'?: true
}

export function ReasonField({ label, ...field }: ReasonFieldProps) {
  return (
    <Textarea
      size="md"
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      aria-required
      rows={3}
      maxLength={limits.textChars}
      {...field}
    />
  )
}
