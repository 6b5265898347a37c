import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { type Paper, submitPaper } from '@kyc/contract/papers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Alert } from '../../../ui/Alert.tsx'
import text from '../../../ui/text.module.css'
import { UploadDialog } from '../../documents/slots/UploadDialog.tsx'
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
  const queries = useQueryClient()
  const act = !current ? '提出' : current.status === 'rejected' ? '再提出' : '差し替え'
  return (
    <UploadDialog
      title={`${paperTypeLabels[type]}の${act}`}
      type={type}
      send={(file, idempotencyKey, controls) =>
        call(submitPaper, {
          params: { id: videoId, performerId, type },
          files: { file },
          idempotencyKey,
          ...controls,
        })
      }
      onSent={() => refreshPapers(queries)}
      onClose={onClose}
    >
      {current?.rejection && (
        <Alert role="presentation" title="差し戻しの理由" mb={16}>
          <span className={text.lines}>{current.rejection.message}</span>
        </Alert>
      )}
    </UploadDialog>
  )
}
