import type { DocumentType, IdKind } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import text from '../../../ui/text.module.css'
import { closedReason } from '../document-need.ts'
import { FileSlot } from './FileSlot.tsx'
import { IdKindChoice } from './IdKindChoice.tsx'
import { useChosenFiles } from './use-chosen-files.ts'
import { type Submission, useSubmitDocuments } from './use-submit-documents.ts'

interface SubmittedSlot {
  readonly type: DocumentType
  /** Its current version. */
  readonly current: PerformerDocument | undefined
}

export interface SubmitDialogProps {
  performerId: string
  /** The slots that take a file; the dialog keeps those of its first rendering. */
  slots: readonly SubmittedSlot[]
  /** The kind of ID of the performer. */
  idKind: IdKind | null
  onClose: () => void
}

/** Uploads a new version into one slot or several; older versions remain in the history (D11, D13). */
export function SubmitDialog({ performerId, onClose, ...props }: SubmitDialogProps) {
  const [slots] = useState(props.slots)
  const form = useSubmitForm(performerId, slots, onClose)
  // The kind is not sent, since the review reads it from the document.
  const [idKind, setIdKind] = useState(props.idKind)
  const whyId = useId()
  const { submit, files, sent, failed } = form
  const busy = submit.sending !== undefined
  const open = slots.map(({ type }) => type).filter((type) => !closedReason(idKind, type))
  const waits = open.some((type) => files.stateOf(type).kind === 'preparing')
  const ready = waits ? [] : files.ready(open.filter((type) => !sent.includes(type)))
  return (
    <Dialog
      onClose={onClose}
      title={titleOf(slots)}
      size={520}
      busy={busy}
      unsaved={slots.some(({ type }) => !sent.includes(type) && files.stateOf(type).kind !== 'empty')}
      footer={
        <>
          <Text span size="xs" c="dimmed" mr="auto" id={whyId} aria-live="polite">
            {ready.length === 0 && 'ファイルを選択すると送信できます'}
            {ready.length > 0 && slots.length > 1 && `${ready.length}件を送信します`}
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
            onClick={() => form.send(ready)}
            disabled={ready.length === 0}
            busy={busy}
            busyText="送信中..."
            aria-describedby={whyId}
          >
            送信
          </BusyButton>
        </>
      }
    >
      <Stack gap={20}>
        {slots.some(({ type }) => type === 'idFront' || type === 'idBack') && (
          <IdKindChoice value={idKind} onChange={setIdKind} readOnly={busy} />
        )}
        {slots.map(({ type, current }, index) =>
          sent.includes(type) ? (
            <Group key={type} gap="xs">
              {documentTypeLabels[type]}
              <StateBadge tone="ok">送信済み</StateBadge>
            </Group>
          ) : (
            <div key={type}>
              {current?.rejection && <Reason rejection={current.rejection} />}
              <FileSlot
                type={type}
                idKind={idKind}
                closed={closedReason(idKind, type)}
                state={files.stateOf(type)}
                onChoose={(file) => void files.choose(type, file)}
                onClear={() => files.clear(type)}
                sentBytes={submit.sending && (submit.sending.progress.sent[type] ?? 0)}
                required
                autoFocus={index === 0}
              />
            </div>
          ),
        )}
      </Stack>
      {submit.stopped && (
        <Alert tone="neutral" role="alert" mt={16}>
          送信を中止しました。選択したファイルはそのまま残っています。
        </Alert>
      )}
      {submit.error && (
        <Alert mt={16} title={failed && slots.length > 1 && documentTypeLabels[failed]}>
          {failureText(submit.error)}
        </Alert>
      )}
    </Dialog>
  )
}

function titleOf([first, ...others]: readonly SubmittedSlot[]): string {
  if (!first || others.length > 0) return '差し戻された書類の再提出'
  const { type, current } = first
  return `${documentTypeLabels[type]}の${current?.status === 'rejected' ? '再提出' : current ? '差し替え' : '追加'}`
}

/** Sends the chosen files. A refused file keeps its slot with the fault; a file that was not sent stays chosen. */
function useSubmitForm(performerId: string, slots: readonly SubmittedSlot[], onSent: () => void) {
  const [sent, setSent] = useState<readonly DocumentType[]>([])
  const [failed, setFailed] = useState<DocumentType>()
  const files = useChosenFiles(() => submit.reset())
  const submit = useSubmitDocuments(performerId, {
    onSent: (type) => setSent((all) => [...all, type]),
    onRefused: files.refuse,
    onFailed: setFailed,
  })
  const send = (submissions: readonly Submission[]) => {
    const rest = slots.some(({ type }) => files.stateOf(type).kind === 'refused')
    submit.send(submissions, { onSuccess: (refused) => refused === 0 && !rest && onSent() })
  }
  return { files, submit, sent, failed, send }
}

function Reason({ rejection }: { rejection: NonNullable<PerformerDocument['rejection']> }) {
  return (
    <Alert
      role="presentation"
      title={`差し戻しの理由：${rejection.codes.map((code) => reasonOf(code)).join('、')}`}
      mb={16}
    >
      <span className={text.lines}>{rejection.message}</span>
    </Alert>
  )
}
