import { closureBy } from '@kyc/contract/case-rules.ts'
import { canAct } from '@kyc/contract/document-rules.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, idKindLabels, wordOf } from '@kyc/contract/labels.ts'
import { rejectionReasons } from '@kyc/contract/rejection-reasons.ts'
import { Box, Fieldset, Group, Paper, Text, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { LinkButton } from '../../../ui/LinkButton.tsx'
import { DocumentThumbnail } from '../../documents/viewer/DocumentThumbnail.tsx'
import { NewerVersion } from '../NewerVersion.tsx'
import { useRejectDocuments } from '../use-decisions.ts'
import { isOutdated, useCurrentReview } from '../use-review.ts'
import classes from './RejectDialog.module.css'
import { Legend } from './RejectionCodes.tsx'
import { RejectionForm } from './RejectionForm.tsx'
import { draftWith, type RejectedSlot, rejectionBody, rejectionsMissing } from './rejection-message.ts'

export interface RejectDialogProps {
  /** The version that the dialog opens with. */
  doc: PerformerDocument
  /** Opens the newest version, which the dialog then decides on. */
  onViewNewest: (newest: PerformerDocument) => void
  onClose: () => void
}

/** Rejects documents with reasons, a message to the owner and a note for admins: all at once, with one mail (D13). */
export function RejectDialog({ doc: first, onViewNewest, onClose }: RejectDialogProps) {
  const { performer, current, suggested, newestOf, decided } = useCurrentReview()
  const newSlot = (doc: PerformerDocument) => ({ doc, draft: draftWith(suggested(doc), rejectionReasons) })
  // Other documents in which the reviewer found something wrong are part of the rejection from the start.
  const faulty = (doc: PerformerDocument) =>
    doc.type !== first.type && isRejectable(doc) && suggested(doc).length > 0
  const [initial] = useState((): readonly RejectedSlot[] => [first, ...current.filter(faulty)].map(newSlot))
  const [slots, setSlots] = useState(initial)
  const [shownType, setShownType] = useState(first.type)
  const whyId = useId()
  const reject = useRejectDocuments()
  const shown = slots.find(({ doc }) => doc.type === shownType) ?? slots[0]
  if (!shown) return null
  const change = (part: Partial<RejectedSlot>) =>
    setSlots(slots.map((slot) => (slot === shown ? { ...slot, ...part } : slot)))
  const outdated = slots.some(({ doc }) => isOutdated(doc, newestOf(doc)))
  const missing = outdated ? '最新の書類を確認してください。' : rejectionsMissing(slots)
  const send = () => {
    if (missing || reject.isPending) return
    const closed = slots.some(({ doc, draft }) => closureBy(draft.codes, doc.resubmission) !== null)
    reject.mutate(
      {
        performerId: performer.id,
        performerVersion: performer.version,
        documents: slots.map(rejectionBody),
      },
      {
        onSuccess: ([rejected]) => {
          const decidedAt = rejected?.decidedAt ?? null
          decided('差し戻', { documents: slots.map(({ doc }) => doc), decidedAt, closed })
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) send()
  }
  return (
    <Dialog
      onClose={onClose}
      title="書類を差し戻す"
      size={720}
      busy={reject.isPending}
      unsaved={slots !== initial}
      onKeyDown={onKeyDown}
      footer={
        <>
          <Text span mr="auto" fz="xs" c="dimmed" id={whyId} aria-live="polite">
            {missing ?? 'ほかの書類の判定は変わりません'}
          </Text>
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
            {slots.length > 1 ? `${slots.length}件を差し戻す` : '差し戻す'}
            <Text span ml="xs" fz="xs" visibleFrom="sm">
              Ctrl + Enter
            </Text>
          </BusyButton>
        </>
      }
    >
      <Slots
        slots={slots}
        shown={shown}
        offered={current.filter(isRejectable)}
        onShow={setShownType}
        onAdd={(doc) => {
          setSlots([...slots, newSlot(doc)])
          setShownType(doc.type)
        }}
      />
      <DocumentLine
        performerName={performer.name}
        doc={shown.doc}
        onRemove={slots.length > 1 ? () => setSlots(slots.filter((slot) => slot !== shown)) : undefined}
      />
      <NewerVersion
        doc={shown.doc}
        newest={newestOf(shown.doc)}
        onView={() => {
          const newest = newestOf(shown.doc)
          if (!newest) return
          change({ doc: newest })
          onViewNewest(newest)
        }}
      />
      <RejectionForm slot={shown} onChange={change} onMasked={onClose} />
      {reject.isError && !outdated && (
        <Alert mt={16} title="差し戻しに失敗しました">
          {failureText(reject.error)}
        </Alert>
      )}
    </Dialog>
  )
}

function isRejectable({ status, ownWork }: PerformerDocument): boolean {
  return canAct('reject', status) && !ownWork
}

interface SlotsProps {
  slots: readonly RejectedSlot[]
  shown: RejectedSlot
  offered: readonly PerformerDocument[]
  onShow: (type: DocumentType) => void
  onAdd: (doc: PerformerDocument) => void
}

/** The documents that are rejected together; each has its own reasons. */
function Slots({ slots, shown, offered, onShow, onAdd }: SlotsProps) {
  const others = offered.filter(({ type }) => slots.every(({ doc }) => doc.type !== type))
  if (slots.length + others.length < 2) return null
  return (
    <Fieldset
      variant="unstyled"
      mb="md"
      mx={0}
      styles={{ legend: { marginBottom: 8 } }}
      legend={<Legend title="差し戻す書類" note="まとめて差し戻すと、メールは1通だけ送られます" />}
    >
      <Group gap={6}>
        {slots.map(({ doc, draft }) => (
          <UnstyledButton
            key={doc.type}
            className={classes.code}
            aria-pressed
            aria-current={doc === shown.doc ? 'true' : undefined}
            onClick={() => onShow(doc.type)}
          >
            {documentTypeLabels[doc.type]}
            <small>理由{draft.codes.length}件</small>
          </UnstyledButton>
        ))}
        {others.map((doc) => (
          <UnstyledButton
            key={doc.type}
            className={classes.code}
            aria-label={`${documentTypeLabels[doc.type]}も差し戻す`}
            onClick={() => onAdd(doc)}
          >
            <IconPlus size={15} aria-hidden />
            {documentTypeLabels[doc.type]}
          </UnstyledButton>
        ))}
      </Group>
    </Fieldset>
  )
}

interface DocumentLineProps {
  performerName: string
  doc: PerformerDocument
  /** Absent for the only document. */
  onRemove: (() => void) | undefined
}

/** Heading of the part about one version. */
function DocumentLine({ performerName, doc, onRemove }: DocumentLineProps) {
  const kind = doc.idKind ? `・${wordOf(idKindLabels, doc.idKind)}` : ''
  return (
    <Group gap="sm" mb="md" wrap="nowrap">
      <Paper radius="xs" w={72} h={48} flex="none" style={{ overflow: 'hidden' }}>
        <DocumentThumbnail doc={doc} decorative />
      </Paper>
      <Box fw={700} lh={1.5}>
        {performerName}　{documentTypeLabels[doc.type]}
        <Text fz="xs" c="dimmed">
          {formatDateTime(doc.uploaded_at)} 提出（第{doc.version}版）{kind}
        </Text>
      </Box>
      {onRemove && (
        <LinkButton type="button" className={classes.remove ?? ''} onClick={onRemove}>
          この書類は差し戻さない
        </LinkButton>
      )}
    </Group>
  )
}
