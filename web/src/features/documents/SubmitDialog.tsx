import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, rejectionReasons } from '@kyc/contract/labels.ts'
import { useId, useState } from 'react'
import { failureText, fieldFailures } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { closedReason } from './document-need.ts'
import { FileSlot } from './FileSlot.tsx'
import { IdKindChoice } from './IdKindChoice.tsx'
import classes from './SubmitDialog.module.css'
import { emptySlot, refusedSlot, type SlotState, updatedSlot } from './slot-state.ts'
import { useFilePreparation } from './use-file-preparation.ts'
import { useSubmitDocument } from './use-submit-document.ts'

export interface SubmitDialogProps {
  performerId: string
  type: DocumentType
  /** The kind of ID of the performer. */
  idKind: IdKind | null
  /** The current version of the slot. */
  current: PerformerDocument | undefined
  onClose: () => void
}

/** Uploads a new version into one slot; older versions remain in the history (D11, D13). */
export function SubmitDialog({ performerId, type, current, onClose, ...performer }: SubmitDialogProps) {
  // Not sent: the review reads the kind from the document.
  const [idKind, setIdKind] = useState(performer.idKind)
  const [slot, setSlot] = useState<SlotState>(emptySlot)
  const [key, setKey] = useState(() => crypto.randomUUID())
  const whyId = useId()
  const submit = useSubmitDocument(performerId, type)
  const preparation = useFilePreparation<DocumentType>(
    (_, state) => {
      setSlot(state)
      setKey(crypto.randomUUID())
      submit.reset()
    },
    (_, update) => setSlot((current) => updatedSlot(current, update)),
  )
  const verb = current?.status === 'rejected' ? '再提出' : current ? '差し替え' : '追加'
  const send = () => {
    if (slot.kind !== 'ready') return
    const onError = (error: Error) => {
      const fault = fileFaultOf(error)
      if (fault) setSlot((refused) => refusedSlot(refused, fault))
    }
    submit.send({ file: slot.file, idempotencyKey: key }, { onSuccess: onClose, onError })
  }
  const busy = submit.sending !== undefined
  const closed = closedReason(idKind, type)
  const canSend = slot.kind === 'ready' && !closed
  return (
    <Dialog
      onClose={onClose}
      title={`${documentTypeLabels[type]}の${verb}`}
      size={520}
      busy={busy}
      unsaved={slot.kind !== 'empty'}
      footer={
        <>
          <span className={classes.why} id={whyId} aria-live="polite">
            {!canSend && 'ファイルを選択すると送信できます'}
          </span>
          {busy ? (
            <Button variant="default" size="md" onClick={submit.stop}>
              送信を中止
            </Button>
          ) : (
            <DialogCancel />
          )}
          <BusyButton
            size="md"
            leftSection={<IconUpload size={17} />}
            onClick={send}
            disabled={!canSend}
            busy={busy}
            busyText="送信中..."
            aria-describedby={whyId}
          >
            送信
          </BusyButton>
        </>
      }
    >
      {current?.rejection && <Reason rejection={current.rejection} />}
      {(type === 'idFront' || type === 'idBack') && (
        <IdKindChoice value={idKind} onChange={setIdKind} readOnly={busy} />
      )}
      <FileSlot
        type={type}
        idKind={idKind}
        closed={closed}
        state={slot}
        onChoose={(file) => void preparation.choose(type, file)}
        onClear={() => preparation.clear(type)}
        sentBytes={submit.sending?.progress.sentBytes}
        required
        autoFocus
      />
      {submit.stopped && (
        <Alert tone="neutral" role="alert" mt={16}>
          送信を中止しました。選択したファイルはそのまま残っています。
        </Alert>
      )}
      {submit.error && !fileFaultOf(submit.error) && <Alert mt={16}>{failureText(submit.error)}</Alert>}
    </Dialog>
  )
}

/** The error of the file, which its slot shows. */
function fileFaultOf(error: Error) {
  return fieldFailures(error).find(({ field }) => field === 'file')
}

function Reason({ rejection }: { rejection: NonNullable<PerformerDocument['rejection']> }) {
  return (
    <div className={classes.reason}>
      <strong>
        差し戻しの理由：{rejection.codes.map((code) => rejectionReasons[code].label).join('、')}
      </strong>
      {'\n'}
      {rejection.message}
    </div>
  )
}
