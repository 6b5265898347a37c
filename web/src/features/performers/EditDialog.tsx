import { limits } from '@kyc/contract/limits.ts'
import { nameFields } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Stack, Text, Textarea } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { EditConflict } from './EditConflict.tsx'
import { changedFields, editRules } from './edit-changes.ts'
import { DetailFields, fieldId, NameFields } from './PerformerFields.tsx'
import { fieldFaults } from './registration-input.ts'
import { useEdit } from './use-edit.ts'

export interface EditDialogProps {
  performer: Performer
  /** Whether the back of the ID is stored: a My Number card closes its slot. */
  backStored: boolean
  onClose: () => void
}

/** Edits names and details; only changed fields are sent. */
export function EditDialog({ performer, backStored, onClose }: EditDialogProps) {
  const { isAdmin } = useSession()
  const { update, before, conflict, onChange, values: typed } = useEdit(performer, onClose)
  const [reason, setReason] = useState('')
  const whyId = useId()
  const formId = useId()
  const rules = editRules({ performer, isAdmin, backStored, before, values: typed })
  // A field that becomes locked during the edit shows its stored value.
  const values = { ...typed, ...Object.fromEntries(rules.locked.map((field) => [field, before[field]])) }
  const conflicting = conflict !== null && isConflict(update.error)
  const errors = conflicting ? {} : fieldErrors(update.error)
  const missing = missingText()
  const fields = { values, errors, locked: rules.locked, onChange }

  function missingText(): string | undefined {
    if (nameFields.some((field) => values[field].trim() === '')) return problems.NAMES_REQUIRED.title
    const changed = changedFields(before, values)
    if (changed.length === 0) return '変更はありません'
    const faults = fieldFaults(values)
    // Only changed fields are checked: a name that was stored under an older rule must not prevent other changes.
    const faulty = changed.find((field) => field in faults)
    if (faulty) return faults[faulty]
    if (rules.blocked) return rules.blocked
    if (rules.reasonFor && reason.trim() === '') return '変更の理由を入力してください。'
    return undefined
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!missing && !update.isPending) update.mutate({ sent: values, reason })
  }
  return (
    <Dialog
      onClose={onClose}
      title="出演者情報の編集"
      size={680}
      busy={update.isPending}
      unsaved={reason !== '' || changedFields(before, values).length > 0}
      footer={
        <>
          <Text span size="xs" c="dimmed" mr="auto" id={whyId} aria-live="polite">
            {missing}
          </Text>
          <DialogCancel />
          <BusyButton
            type="submit"
            form={formId}
            size="md"
            disabled={missing !== undefined}
            busy={update.isPending}
            aria-describedby={whyId}
          >
            保存
          </BusyButton>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {rules.lockedText && (
          <Alert tone="neutral" role="presentation" icon={IconLock} mb={16}>
            {rules.lockedText}
          </Alert>
        )}
        {conflict && <EditConflict conflict={conflict} />}
        <Stack gap="lg">
          <NameFields {...fields} />
          <DetailFields {...fields} />
          {rules.reasonFor && (
            <Textarea
              id={fieldId('reason')}
              label={<FieldLabel kind="required">変更の理由</FieldLabel>}
              description={rules.reasonFor}
              rows={2}
              maxLength={limits.textChars}
              value={reason}
              error={errors.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Stack>
        {update.isError && !conflicting && Object.keys(errors).length === 0 && (
          <Alert mt={16} title="変更を保存できませんでした">
            {failureText(update.error)}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'CONFLICT'
}
