import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { paperHours } from '@kyc/contract/share-vocabulary.ts'
import { permitPaper, type VideoShare } from '@kyc/contract/shares.ts'
import { call } from '../../api/call.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'

export interface PermitPaperDialogProps {
  videoId: string
  share: VideoShare
  type: PaperType
  onDone: (after: VideoShare[]) => void
  onClose: () => void
}

const options = paperHours.map((hours) => ({
  value: String(hours),
  label: hours < 24 ? `${hours}時間` : `${hours / 24}日`,
}))

/** Permits an organisation to open one kind of document of the video for a time. */
export function PermitPaperDialog({ videoId, share, type, onDone, onClose }: PermitPaperDialogProps) {
  const form = useFormCall({
    initial: { hours: String(paperHours[0]) },
    schema: permitPaper.body,
    body: ({ hours }) => ({ hours: Number(hours) }),
    call: (body) => call(permitPaper, { params: { id: videoId, shareId: share.id, type }, body }),
    onDone,
  })
  return (
    <FormDialog
      title={`${paperTypeLabels[type]}の閲覧の許可`}
      size={520}
      submit="閲覧を許可する"
      failed="許可できませんでした"
      state={form}
      onClose={onClose}
    >
      <Alert
        tone="wait"
        role="presentation"
        title={`「${share.recipient}」が${paperTypeLabels[type]}を開けるようになります`}
      >
        この動画の出演者全員の、審査で確認済みの{paperTypeLabels[type]}
        が対象です。氏名や住所が書かれていることがあります。開くたびに理由の入力が必要で、監査ログと出演者のページに残ります。
      </Alert>
      <Choices
        legend="期間"
        options={options}
        value={form.values.hours}
        error={form.errors.hours}
        onChange={(hours) => form.change({ hours })}
      />
    </FormDialog>
  )
}
