import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import { Button, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { failureText, fieldFailures } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { FileSlot } from './FileSlot.tsx'
import { emptySlot, refusedSlot, type SlotState, updatedSlot } from './slot-state.ts'
import { useFilePreparation } from './use-file-preparation.ts'
import { type UploadControls, useUpload } from './use-upload.ts'

interface UploadDialogProps<Type extends StoredType> {
  title: string
  type: Type
  send: (file: File, idempotencyKey: string, controls: UploadControls) => Promise<unknown>
  /** The upload counts as running until this promise resolves. */
  onSent: () => Promise<unknown>
  onClose: () => void
  /** A picture is refused before it is sent. */
  pdfOnly?: boolean
  /** Above the place for the file. */
  children?: ReactNode
}

/** Chooses one file and uploads it. */
export function UploadDialog<Type extends StoredType>(props: UploadDialogProps<Type>) {
  const { title, type, send, onSent, onClose, pdfOnly, children } = props
  const [state, setState] = useState<SlotState>(emptySlot)
  const [idempotencyKey, setKey] = useState('')
  const whyId = useId()
  const preparation = useFilePreparation<Type>(
    (_, next) => {
      setState(next)
      // New for each file, the same for each retry (D20).
      setKey(crypto.randomUUID())
      submit.reset()
    },
    (_, update) => setState((before) => updatedSlot(before, update)),
  )
  const submit = useUpload({
    filesOf: (file: File) => [{ key: type, size: file.size }],
    send: (file: File, controls) => send(file, idempotencyKey, controls),
    onSuccess: onSent,
  })
  const fault = fieldFailures(submit.error).find(({ field }) => field === 'file')
  const choose = (chosen: File) => {
    if (!pdfOnly || /\.pdf$/i.test(chosen.name)) return void preparation.choose(type, chosen)
    preparation.clear(type)
    setState({ kind: 'refused', name: chosen.name, fault: { message: 'PDFファイルを選択してください。' } })
  }
  const busy = submit.sending !== undefined
  const file = state.kind === 'ready' ? state.file : undefined
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size={520}
      busy={busy}
      unsaved={state.kind !== 'empty'}
      footer={
        <>
          <Text span size="xs" c="dimmed" mr="auto" id={whyId} aria-live="polite">
            {!file && 'ファイルを選択すると送信できます'}
          </Text>
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
            onClick={() => file && submit.send(file, { onSuccess: onClose })}
            disabled={!file}
            busy={busy}
            busyText="送信中..."
            aria-describedby={whyId}
          >
            送信
          </BusyButton>
        </>
      }
    >
      {children}
      <FileSlot
        type={type}
        state={fault ? refusedSlot(state, fault) : state}
        pdfOnly={pdfOnly}
        onChoose={choose}
        onClear={() => preparation.clear(type)}
        sentBytes={submit.sending && (submit.sending.progress.sent[type] ?? 0)}
        required
        autoFocus
      />
      {submit.stopped && (
        <Alert tone="neutral" role="alert" mt={16}>
          送信を中止しました。選択したファイルはそのまま残っています。
        </Alert>
      )}
      {submit.error && !fault && <Alert mt={16}>{failureText(submit.error)}</Alert>}
    </Dialog>
  )
}
