import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconLock, IconUpload } from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useSubmitRefused } from '../documents/closed-case.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import classes from './RejectionBanner.module.css'

export interface RejectionBannerProps {
  documents: readonly PerformerDocument[]
  onOpen: (open: DocumentOpen) => void
}

/** All rejected documents with their reasons, and their resubmission, at the top (D13). Empty if none is rejected. */
export function RejectionBanner({ documents, onOpen }: RejectionBannerProps) {
  const { isAdmin } = useSession()
  const refused = useSubmitRefused()
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
        <RejectedItem key={doc.id} doc={doc} />
      ))}
      <div className={classes.act}>
        <Button
          variant={isAdmin ? 'default' : 'filled'}
          leftSection={<IconUpload size={17} />}
          {...refused}
          onClick={() => onOpen({ kind: 'submit', types: rejected.map(({ type }) => type) })}
        >
          再提出する
        </Button>
        {accepted > 0 && !refused.disabled && (
          <span className={classes.sub}>承認済みの{accepted}件は再提出の必要がありません</span>
        )}
      </div>
    </section>
  )
}

function RejectedItem({ doc: { type, rejection } }: { doc: PerformerDocument }) {
  const reasons = rejection?.codes.map((code) => reasonOf(code)).join('、')
  return (
    <div className={classes.item}>
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
          </span>
        </>
      )}
    </div>
  )
}
