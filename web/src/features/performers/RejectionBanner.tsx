import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, rejectionReasons } from '@kyc/contract/labels.ts'
import { useRefused } from '../../session/EditRefusal.tsx'
import { useSession } from '../../session/use-session.ts'
import { IconArrowBackUp, IconLock, IconUpload } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './RejectionBanner.module.css'

export interface RejectionBannerProps {
  documents: readonly PerformerDocument[]
  onSubmit: (type: DocumentType) => void
}

/** Rejected documents with reason and resubmission, at the top (D13). Empty if none is rejected. */
export function RejectionBanner({ documents, onSubmit }: RejectionBannerProps) {
  const rejected = documents.filter(({ status }) => status === 'rejected')
  const accepted = documents.filter(({ status }) => status === 'verified').length
  if (rejected.length === 0) return null
  return (
    <section className={classes.banner} aria-label="差し戻し">
      <h2 className={classes.title}>
        <IconArrowBackUp size={20} aria-hidden />
        {rejected.length}件の書類が差し戻されました
      </h2>
      {rejected.map((doc) => (
        <RejectedItem key={doc.id} doc={doc} onSubmit={onSubmit} accepted={accepted} />
      ))}
    </section>
  )
}

interface RejectedItemProps {
  doc: PerformerDocument
  accepted: number
  onSubmit: (type: DocumentType) => void
}

function RejectedItem({ doc: { type, rejection }, accepted, onSubmit }: RejectedItemProps) {
  const { isAdmin } = useSession()
  const refused = useRefused()
  const reasons = rejection?.codes.map((code) => rejectionReasons[code].label).join('、')
  return (
    <div className={classes.item}>
      <div className={classes.text}>
        <strong>
          {documentTypeLabels[type]}
          {reasons && `：${reasons}`}
        </strong>
        {rejection && (
          <>
            <p className={classes.message}>{rejection.message}</p>
            {rejection.note && (
              <p className={classes.note}>
                <IconLock size={15} aria-hidden />
                管理者用メモ：{rejection.note}
              </p>
            )}
            <span className={classes.sub}>
              <Timestamp at={rejection.at} />
              {rejection.by && `・${rejection.by}`}
              {accepted > 0 && `・承認済みの${accepted}件は再提出の必要がありません`}
            </span>
          </>
        )}
      </div>
      <Button
        variant={isAdmin ? 'default' : 'filled'}
        leftSection={<IconUpload size={17} />}
        aria-label={`${documentTypeLabels[type]}を再提出`}
        {...refused}
        onClick={() => onSubmit(type)}
      >
        再提出
      </Button>
    </div>
  )
}
