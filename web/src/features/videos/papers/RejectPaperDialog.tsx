import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { type PaperRejectionCode, paperRejectionReasons } from '@kyc/contract/paper-checks.ts'
import { type Paper, rejectPaper } from '@kyc/contract/papers.ts'
import { Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { call } from '../../../api/call.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { Dialog, DialogCancel } from '../../../ui/Dialog.tsx'
import { RejectionCodes } from '../../review/rejection/RejectionCodes.tsx'
import { RejectionTexts } from '../../review/rejection/RejectionForm.tsx'
import { draftWith, rejectionMissing, toggleCode } from '../../review/rejection/rejection-message.ts'
import { rejectionGroupsOf } from './rejection-groups.ts'

interface RejectPaperDialogProps {
  paper: Paper
  /** The reasons of the checks that the reviewer has marked. */
  suggested: readonly PaperRejectionCode[]
  onRejected: () => Promise<unknown>
  onClose: () => void
}

/** Rejects a paper with reasons, a message to its organisation and a note for admins (D91). */
export function RejectPaperDialog({ paper, suggested, onRejected, onClose }: RejectPaperDialogProps) {
  const [initial] = useState(() => draftWith(suggested, paperRejectionReasons))
  const [draft, setDraft] = useState(initial)
  const whyId = useId()
  const params = { id: paper.videoId, performerId: paper.performerId, type: paper.type }
  const reject = useMutation({
    mutationFn: () => {
      const body = { ...draft, codes: [...draft.codes], note: draft.note || null, shownStatus: paper.status }
      return call(rejectPaper, { params, body, ifMatch: paper.version })
    },
    onSuccess: onRejected,
  })
  const missing = rejectionMissing(draft)
  const send = () => !missing && !reject.isPending && reject.mutate()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) send()
  }
  return (
    <Dialog
      onClose={onClose}
      title={`${paperTypeLabels[paper.type]}を差し戻す`}
      size={720}
      busy={reject.isPending}
      unsaved={draft !== initial}
      onKeyDown={onKeyDown}
      footer={
        <>
          <Text span mr="auto" fz="xs" c="dimmed" id={whyId} aria-live="polite">
            {missing}
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
            差し戻す
            <Text span ml="xs" fz="xs" visibleFrom="sm">
              Ctrl + Enter
            </Text>
          </BusyButton>
        </>
      }
    >
      <RejectionCodes
        groups={rejectionGroupsOf(paper.type)}
        reasons={paperRejectionReasons}
        chosen={draft.codes}
        onToggle={(code) => setDraft(toggleCode(draft, code, paperRejectionReasons))}
      />
      <RejectionTexts draft={draft} onChange={(texts) => setDraft({ ...draft, ...texts })} />
      {reject.isError && (
        <Alert mt={16} title="差し戻しに失敗しました">
          {failureText(reject.error)}
        </Alert>
      )}
    </Dialog>
  )
}
