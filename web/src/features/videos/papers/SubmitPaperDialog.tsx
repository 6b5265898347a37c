import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { type Paper, submitPaper } from '@kyc/contract/papers.ts'
import { Button, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { failureText, fieldFailures } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import text from '../../../ui/text.module.css'
import { FileSlot } from '../../documents/slots/FileSlot.tsx'
import { emptySlot, refusedSlot, type SlotState, updatedSlot } from '../../documents/slots/slot-state.ts'
import { useFilePreparation } from '../../documents/slots/use-file-preparation.ts'
import { useUpload } from '../../documents/slots/use-upload.ts'
import { refreshPapers } from './paper-queries.ts'

interface SubmitPaperDialogProps {
  videoId: string
  performerId: string
  type: PaperType
  /** The version that the new one replaces. */
  current: Paper | undefined
  onClose: () => void
}

/** Uploads a new version of a paper; older versions remain in the history (D91). */
export function SubmitPaperDialog({ videoId, performerId, type, current, onClose }: SubmitPaperDialogProps) {
  const [state, setState] = useState<SlotState>(emptySlot)
  const [idempotencyKey, setKey] = useState('')
  const whyId = useId()
  const queries = useQueryClient()
  const preparation = useFilePreparation<PaperType>(
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
    send: (file: File, controls) =>
      call(submitPaper, {
        params: { id: videoId, performerId, type },
        files: { file },
        idempotencyKey,
        ...controls,
      }),
    onSuccess: () => refreshPapers(queries),
  })
  const fault = fieldFailures(submit.error).find(({ field }) => field === 'file')
  const busy = submit.sending !== undefined
  const file = state.kind === 'ready' ? state.file : undefined
  const act = !current ? '提出' : current.status === 'rejected' ? '再提出' : '差し替え'
  return (
    <Dialog
      onClose={onClose}
      title={`${paperTypeLabels[type]}の${act}`}
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
      {current?.rejection && (
        <Alert role="presentation" title="差し戻しの理由" mb={16}>
          <span className={text.lines}>{current.rejection.message}</span>
        </Alert>
      )}
      <FileSlot
        type={type}
        state={fault ? refusedSlot(state, fault) : state}
        onChoose={(chosen) => void preparation.choose(type, chosen)}
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
