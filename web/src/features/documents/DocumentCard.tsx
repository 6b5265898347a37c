import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, mimeTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { useId } from 'react'
import { useRefused } from '../../session/EditRefusal.tsx'
import { useSession } from '../../session/use-session.ts'
import { formatBytes } from '../../ui/format.ts'
import {
  IconArrowBackUp,
  IconCheck,
  IconDownload,
  IconEye,
  IconFileTypePdf,
  IconUpload,
} from '../../ui/icons.ts'
import { ActionIcon } from '../../ui/mantine/ActionIcon.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { VisuallyHidden } from '../../ui/mantine/VisuallyHidden.ts'
import { needLabels } from '../../ui/need.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import classes from './DocumentCard.module.css'
import { DocumentCardMenu } from './DocumentCardMenu.tsx'
import { DocumentStateBadge } from './DocumentStateBadge.tsx'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import { needOf } from './document-need.ts'
import type { DocumentOpen } from './document-open.ts'
import { Expiry } from './Expiry.tsx'
import { useDownload } from './use-download.ts'

export interface DocumentCardProps {
  doc: PerformerDocument
  /** Such as 1600×1200; undefined if unknown. */
  dimensions: string | undefined
  /** `decide` moves the focus to the decision. */
  onView: (decide: boolean) => void
  onOpen: (open: DocumentOpen) => void
}

/** The newest version of one slot, with the actions that the account may perform. */
export function DocumentCard({ doc, dimensions, onView, onOpen }: DocumentCardProps) {
  const { isAdmin } = useSession()
  const refused = useRefused()
  const download = useDownload()
  const label = documentTypeLabels[doc.type]
  return (
    <article className={classes.card} data-status={doc.status} data-type={doc.type} aria-label={label}>
      <button type="button" className={classes.picture} onClick={() => onView(false)}>
        <VisuallyHidden>{label}を表示</VisuallyHidden>
        <DocumentThumbnail doc={doc} decorative />
        {doc.pages !== null && (
          <span className={classes.pages}>
            <IconFileTypePdf size={15} aria-hidden />
            {doc.pages}ページ
          </span>
        )}
      </button>
      <div className={classes.facts}>
        <h3 className={classes.title}>{label}</h3>
        <div>
          <DocumentStateBadge status={doc.status} />
        </div>
        <div className={classes.line}>
          <Timestamp at={doc.uploaded_at} /> 提出
          <br />
          {[needLabels[needOf(doc.type)], mimeTypeLabels[doc.mimeType], formatBytes(doc.size), dimensions]
            .filter(Boolean)
            .join('・')}
        </div>
        <ExpiryLine doc={doc} />
      </div>
      {isAdmin && doc.status === 'pending' && <Decisions doc={doc} onView={onView} onOpen={onOpen} />}
      {doc.status === 'rejected' && (
        <div className={classes.decide}>
          <Button
            variant="outline"
            leftSection={<IconUpload size={17} />}
            aria-label={`${label}を再提出`}
            {...refused}
            onClick={() => onOpen({ kind: 'submit', type: doc.type })}
          >
            再提出
          </Button>
        </div>
      )}
      <div className={classes.acts}>
        <Button
          variant="subtle"
          leftSection={<IconEye size={17} />}
          aria-label={`${label}を大きく表示`}
          onClick={() => onView(false)}
        >
          表示
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${label}をダウンロード`}
          title="ダウンロード"
          loading={download.isPending}
          {...refused}
          onClick={() => download.mutate(doc)}
        >
          <IconDownload size={18} />
        </ActionIcon>
        <DocumentCardMenu doc={doc} onDecide={() => onView(true)} onOpen={onOpen} />
      </div>
    </article>
  )
}

/** 承認 opens the document: nothing is approved that was not opened (D14). */
function Decisions({ doc, onView, onOpen }: Pick<DocumentCardProps, 'doc' | 'onView' | 'onOpen'>) {
  const label = documentTypeLabels[doc.type]
  const whyId = useId()
  const why = doc.ownWork ? problems.FOUR_EYES.title : undefined
  const shared = { disabled: doc.ownWork, 'aria-describedby': why && whyId }
  return (
    <>
      {why && (
        <p className={classes.why} id={whyId}>
          {why}
        </p>
      )}
      <div className={classes.decide}>
        <Button
          variant="outline"
          px={4}
          leftSection={<IconCheck size={17} />}
          aria-label={`${label}を承認`}
          {...shared}
          data-decide
          onClick={() => onView(true)}
        >
          承認
        </Button>
        <Button
          variant="outline"
          px={4}
          color="red"
          leftSection={<IconArrowBackUp size={17} />}
          aria-label={`${label}を差し戻し`}
          {...shared}
          onClick={() => onOpen({ kind: 'reject', doc })}
        >
          差し戻し
        </Button>
      </div>
    </>
  )
}

function ExpiryLine({ doc: { expiresOn, expiring, noExpiry } }: Pick<DocumentCardProps, 'doc'>) {
  if (noExpiry) return <div className={classes.line}>有効期限なし</div>
  if (!expiresOn) return null
  return (
    <div className={classes.line}>
      有効期限 <Expiry day={expiresOn} near={expiring} />
    </div>
  )
}
