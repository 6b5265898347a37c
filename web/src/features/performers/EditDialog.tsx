import { limits } from '@kyc/contract/limits.ts'
import { type Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Alert, Button, Modal, Textarea } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import IconLock from '@tabler/icons-react/dist/esm/icons/IconLock.mjs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { refreshPerformers } from '../documents/document-queries.ts'
import classes from './EditDialog.module.css'
import { changedFields, changesIdentity, changesOf, editRules, valuesOf } from './edit-changes.ts'
import { jumpTo } from './jump-to.ts'
import { DetailFields, fieldId, NameFields } from './PerformerFields.tsx'
import { nameFields, type PerformerField } from './registration-form.ts'
import { faultyFields } from './registration-input.ts'

export interface EditDialogProps {
  performer: Performer
  /** Some document of this performer is approved. */
  anyVerified: boolean
  onClose: () => void
}

/** Names and details (D15); absent fields stay as they are on the server. */
export function EditDialog({ performer, anyVerified, onClose }: EditDialogProps) {
  const { isAdmin } = useSession()
  const rules = editRules(isAdmin, anyVerified)
  const [before] = useState(() => valuesOf(performer))
  const [values, setValues] = useState(before)
  const [reason, setReason] = useState('')
  const queries = useQueryClient()
  const whyId = useId()
  const update = useMutation({
    mutationFn: () =>
      call(updatePerformer, { params: { id: performer.id }, body: changesOf(before, values, reason) }),
    onSuccess: async () => {
      await refreshPerformers(queries)
      onClose()
    },
    onError: (error) => {
      const [field] = Object.keys(fieldErrors(error))
      if (field) jumpTo(field)
    },
  })
  const errors = fieldErrors(update.error)
  const asksReason = rules.reasonNeeded && changesIdentity(before, values)
  const missing = missingText()
  const locked = rules.identityLocked ? problems.DETAILS_LOCKED.title : undefined
  const fields = {
    values,
    errors,
    locked,
    onChange: (field: PerformerField, value: string) => setValues({ ...values, [field]: value }),
  }

  function missingText(): string | undefined {
    if (nameFields.some((field) => values[field].trim() === '')) return problems.NAMES_REQUIRED.title
    if (changedFields(before, values).length === 0) return '変更するとここから保存できます'
    if (Object.keys(faultyFields(values)).length > 0) return '入力内容を確認してください。'
    if (asksReason && reason.trim() === '') return '変更の理由を入力してください。'
    return undefined
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!missing && !update.isPending) update.mutate()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="出演者情報の編集"
      size={680}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': '閉じる' }}
    >
      <form onSubmit={submit} noValidate>
        {locked && (
          <p className={classes.locked}>
            <IconLock size={16} stroke={1.7} aria-hidden />
            {locked}
          </p>
        )}
        <div className={classes.sections}>
          <NameFields {...fields} />
          <DetailFields {...fields} />
          {asksReason && (
            <Textarea
              id={fieldId('reason')}
              label={
                <>
                  変更の理由
                  <FieldBadge kind="required" />
                </>
              }
              description="書類の承認後に氏名または生年月日を変更する理由です。監査ログに残ります。"
              rows={2}
              maxLength={limits.textChars}
              value={reason}
              error={errors.reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </div>
        {update.isError && Object.keys(errors).length === 0 && (
          <Alert color="red" role="alert" mt={16} title="変更を保存できませんでした">
            {failureText(update.error)}
          </Alert>
        )}
        <div className={classes.foot}>
          <span className={classes.why} id={whyId} aria-live="polite">
            {missing}
          </span>
          <Button variant="default" size="md" onClick={onClose} disabled={update.isPending}>
            キャンセル
          </Button>
          <Button
            type="submit"
            size="md"
            disabled={missing !== undefined}
            loading={update.isPending}
            aria-describedby={whyId}
          >
            保存
          </Button>
        </div>
      </form>
    </Modal>
  )
}
