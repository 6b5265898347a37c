import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { openSharedPaper, type SharedRecords } from '@kyc/contract/shares.ts'
import { Textarea } from '@mantine/core'
import { callFile } from '../../api/call.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { performerName } from './shared-text.ts'

export interface OpenPaperDialogProps {
  shareId: string
  type: PaperType
  performer: SharedRecords['performers'][number]
  onOpened: (blob: Blob) => void
  onClose: () => void
}

/** Asks for the reason, and opens the document with it. */
export function OpenPaperDialog({ shareId, type, performer, onOpened, onClose }: OpenPaperDialogProps) {
  const form = useFormCall({
    initial: { reason: '' },
    schema: openSharedPaper.body,
    body: ({ reason }) => ({ type, performer: performer.id, reason }),
    call: (body) => callFile(openSharedPaper, { params: { id: shareId }, body }),
    onDone: ({ blob }) => onOpened(blob),
  })
  return (
    <FormDialog
      title={`${paperTypeLabels[type]}を開く`}
      size={520}
      submit="開く"
      failed="開けませんでした"
      disabledReason={form.values.reason.trim() === '' ? '閲覧の理由を入力してください' : undefined}
      state={form}
      onClose={onClose}
    >
      <p>
        {performerName(performer)}の{paperTypeLabels[type]}
        を開きます。理由、あなたの氏名、日時は、共有元と自分の組織の監査ログに残ります。
      </p>
      <Textarea
        size="md"
        label={<FieldLabel kind="required">閲覧の理由</FieldLabel>}
        aria-label="閲覧の理由"
        aria-required
        rows={3}
        maxLength={limits.textChars}
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
