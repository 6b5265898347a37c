import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { FieldBadge, FieldLabel } from '../../ui/FieldBadge.tsx'
import { formatCount, formatDateTime } from '../../ui/format.ts'
import { IconArrowBackUp, IconLock } from '../../ui/icons.ts'
import { Textarea } from '../../ui/mantine/Textarea.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import { isOutdated, NewerVersion } from './NewerVersion.tsx'
import classes from './RejectDialog.module.css'
import { RejectionCodes } from './RejectionCodes.tsx'
import { BadMasking } from './redaction/BadMasking.tsx'
import { emptyRejection, rejectionMissing, toggleCode } from './rejection-message.ts'
import { useReject } from './use-decisions.ts'

export interface RejectDialogProps {
  performerName: string
  /** The version that the dialog shows and decides on. */
  doc: PerformerDocument
  /** The newest version of its slot. */
  newest: PerformerDocument | undefined
  /** Opens the newest version and makes it the one to decide on. */
  onViewNewest: () => void
  onRejected: () => void
  onClose: () => void
}

/** Rejects a document with reasons, a message to the owner and a note for admins (D13). */
export function RejectDialog({
  performerName,
  doc,
  newest,
  onViewNewest,
  onRejected,
  onClose,
}: RejectDialogProps) {
  const [draft, setDraft] = useState(emptyRejection)
  const whyId = useId()
  const outdated = isOutdated({ doc, newest })
  const missing = outdated ? '最新の書類を確認してください。' : rejectionMissing(draft)
  const reject = useReject()
  const send = () => {
    if (missing || reject.isPending) return
    const body = { codes: [...draft.codes], message: draft.message, note: draft.note || null }
    reject.mutate({ doc, body }, { onSuccess: onRejected })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <Dialog
      onClose={onClose}
      title="書類を差し戻す"
      size={720}
      busy={reject.isPending}
      unsaved={draft !== emptyRejection}
      onKeyDown={onKeyDown}
      footer={
        <>
          <span className={classes.why} id={whyId} aria-live="polite">
            {missing ?? 'ほかの書類の判定は変わりません'}
          </span>
          <DialogCancel />
          <BusyButton
            color="red"
            size="md"
            leftSection={<IconArrowBackUp size={17} />}
            onClick={send}
            disabled={missing !== undefined}
            busy={reject.isPending}
            aria-describedby={whyId}
          >
            差し戻す<span className={classes.shortcut}>Ctrl + Enter</span>
          </BusyButton>
        </>
      }
    >
      <DocumentLine performerName={performerName} doc={doc} />
      <NewerVersion doc={doc} newest={newest} onView={onViewNewest} />
      <RejectionCodes chosen={draft.codes} onToggle={(code) => setDraft(toggleCode(draft, code))} />
      {!outdated && <BadMasking doc={doc} codes={draft.codes} onMasked={onClose} />}
      <Textarea
        label={<FieldLabel kind="required">登録者へのメッセージ</FieldLabel>}
        description="理由に合わせた文面が入ります。必要に応じて書き換えてください。"
        rows={4}
        maxLength={limits.textChars}
        value={draft.message}
        onChange={(event) => setDraft({ ...draft, message: event.currentTarget.value })}
      />
      <p className={classes.counter}>
        <span>登録者の画面とメールに表示されます</span>
        <span>
          {formatCount(draft.message.length)} / {formatCount(limits.textChars)}文字
        </span>
      </p>
      <TextInput
        label={
          <>
            <span className={classes.memo}>
              <IconLock size={16} aria-hidden />
              管理者用メモ
            </span>
            <FieldBadge kind="optional" />
          </>
        }
        placeholder="登録者には表示されません"
        maxLength={limits.textChars}
        value={draft.note}
        onChange={(event) => setDraft({ ...draft, note: event.currentTarget.value })}
      />
      {reject.isError && !outdated && (
        <Alert mt={16} title="差し戻しに失敗しました">
          {failureText(reject.error)}
        </Alert>
      )}
    </Dialog>
  )
}

/** Heading of a dialog about one version. */
function DocumentLine({ performerName, doc }: { performerName: string; doc: PerformerDocument }) {
  const kind = doc.idKind ? `・${idKindLabels[doc.idKind]}` : ''
  return (
    <div className={classes.head}>
      <span className={classes.thumbnail}>
        <DocumentThumbnail doc={doc} decorative />
      </span>
      <div className={classes.who}>
        {performerName}　{documentTypeLabels[doc.type]}
        <div className={classes.sub}>
          {formatDateTime(doc.uploaded_at)} 提出（第{doc.version}版）{kind}
        </div>
      </div>
    </div>
  )
}
