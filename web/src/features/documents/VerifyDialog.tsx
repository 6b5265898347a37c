import { isDay } from '@kyc/contract/dates.ts'
import { type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels, idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type FormEvent, useId, useState } from 'react'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { formatDate } from '../../ui/format.ts'
import { IconCheck } from '../../ui/icons.ts'
import { Alert } from '../../ui/mantine/Alert.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Modal } from '../../ui/mantine/Modal.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { Textarea } from '../../ui/mantine/Textarea.ts'
import { DayField } from './DayField.tsx'
import { DocumentLine } from './DocumentLine.tsx'
import { closedSlots } from './document-need.ts'
import type { DecisionDialogProps } from './RejectDialog.tsx'
import { useVerify } from './use-decisions.ts'
import classes from './VerifyDialog.module.css'
import { ViewNewest } from './ViewNewest.tsx'

export interface VerifyDialogProps extends DecisionDialogProps {
  /** The registered value, to compare with the document; null if empty. */
  dateOfBirth: string | null
  idKind: IdKind | null
  /** Whether the slot that a My Number card closes has a document. */
  backStored: boolean
}

/** Verifies a document together with a reading, whose fields are all optional (D14). */
export function VerifyDialog({
  performerName,
  dateOfBirth,
  idKind,
  backStored,
  document,
  covered,
  onViewNewest,
  onClose,
}: VerifyDialogProps) {
  const [reading, setReading] = useState({ idKind: idKind ?? '', dateOfBirth: '', expiresOn: '', reason: '' })
  const verify = useVerify()
  const whyId = useId()
  const errors = fieldErrors(verify.error)
  const change = (field: keyof typeof reading) => (value: string) =>
    setReading({ ...reading, [field]: value })
  // Only a reading of the front sets the kind of ID and closes the slot of the back (D14).
  const destroysBack =
    backStored && document.type === 'idFront' && closedSlots(reading.idKind).includes('idBack')
  const reasonMissing = destroysBack && reading.reason.trim() === ''
  const unparsed = [reading.dateOfBirth, reading.expiresOn].some((day) => day !== '' && !isDay(day))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unparsed || reasonMissing || verify.isPending) return
    const body = {
      idKind: idKinds.find((kind) => kind === reading.idKind) ?? null,
      dateOfBirth: reading.dateOfBirth || null,
      expiresOn: reading.expiresOn || null,
      ...(destroysBack && { reason: reading.reason }),
    }
    verify.mutate({ document, body }, { onSuccess: onClose })
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${documentTypeLabels[document.type]}の承認`}
      centered
      trapFocus={!covered}
      closeOnEscape={!covered}
      closeButtonProps={{ 'aria-label': '閉じる' }}
    >
      <form onSubmit={submit} noValidate>
        <DocumentLine performerName={performerName} document={document} />
        <p className={classes.lead}>読み取った内容を添えて承認します。空欄のままでも承認できます。</p>
        <div className={classes.fields}>
          <NativeSelect
            label="身分証の種類"
            data={[
              { value: '', label: '未入力' },
              ...idKinds.map((kind) => ({ value: kind, label: idKindLabels[kind] })),
            ]}
            value={reading.idKind}
            onChange={(event) => change('idKind')(event.currentTarget.value)}
            error={errors.idKind}
            data-autofocus
          />
          <DayField
            label="生年月日"
            description={
              dateOfBirth
                ? `登録内容：${formatDate(dateOfBirth)}`
                : '登録内容：未入力（この値が登録されます）'
            }
            value={reading.dateOfBirth}
            onChange={change('dateOfBirth')}
            error={errors.dateOfBirth}
          />
          <DayField
            label="有効期限"
            placeholder="例：20270502、令和9年5月2日"
            value={reading.expiresOn}
            onChange={change('expiresOn')}
            error={errors.expiresOn}
          />
          {destroysBack && (
            <Textarea
              label={
                <>
                  裏面を削除する理由
                  <FieldBadge kind="required" />
                </>
              }
              aria-label="裏面を削除する理由"
              description="承認すると、登録済みの身分証明書裏面は完全に削除され、元に戻せません。理由は監査ログに残ります。"
              rows={2}
              maxLength={limits.textChars}
              value={reading.reason}
              onChange={(event) => change('reason')(event.currentTarget.value)}
              error={errors.reason}
            />
          )}
        </div>
        {verify.isError && (
          <Alert color="red" role="alert" mt={16} title="承認処理に失敗しました">
            <div>{failureText(verify.error)}</div>
            <ViewNewest decision={verify} onView={onViewNewest} />
          </Alert>
        )}
        <div className={classes.foot}>
          <span className={classes.why} id={whyId} aria-live="polite">
            {reasonMissing && '裏面を削除する理由を入力してください。'}
          </span>
          <Button variant="default" size="md" onClick={onClose} disabled={verify.isPending}>
            キャンセル
          </Button>
          <Button
            type="submit"
            size="md"
            leftSection={<IconCheck size={17} />}
            disabled={reasonMissing || verify.isPending}
            aria-describedby={whyId}
          >
            {verify.isPending ? '処理中...' : '承認'}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
