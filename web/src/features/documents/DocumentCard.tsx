import { dayInJapan } from '@kyc/contract/dates.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, mimeTypeLabels } from '@kyc/contract/labels.ts'
import { problems } from '@kyc/contract/problems.ts'
import { useId, useState } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { formatBytes, formatDate } from '../../ui/format.ts'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCheck,
  IconDownload,
  IconEye,
  IconFileTypePdf,
  IconUpload,
} from '../../ui/icons.ts'
import { ActionIcon } from '../../ui/mantine/ActionIcon.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { needLabels } from '../../ui/need.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import text from '../../ui/text.module.css'
import classes from './DocumentCard.module.css'
import { DocumentCardMenu } from './DocumentCardMenu.tsx'
import { DocumentStateBadge } from './DocumentStateBadge.tsx'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import { needOf } from './document-need.ts'
import type { DocumentOpen } from './document-open.ts'
import { useVerify } from './use-decisions.ts'
import { useDownload } from './use-download.ts'
import { ViewNewest } from './ViewNewest.tsx'

export interface DocumentCardProps {
  document: PerformerDocument
  /** Such as 1600×1200; undefined if unknown. */
  dimensions: string | undefined
  onView: () => void
  onOpen: (open: DocumentOpen) => void
}

/** The newest version of one slot, with the actions that the account may perform. */
export function DocumentCard({ document, dimensions, onView, onOpen }: DocumentCardProps) {
  const { isAdmin } = useSession()
  const download = useDownload()
  const label = documentTypeLabels[document.type]
  // A live update shows a newer version as a thumbnail only; 承認 sends the viewed one (D11).
  const [viewed, setViewed] = useState(document.version)
  const view = () => {
    setViewed(document.version)
    onView()
  }
  return (
    <article className={classes.card} data-status={document.status} aria-label={label}>
      <button type="button" className={classes.picture} onClick={view}>
        <span className={text.hidden}>{label}を表示</span>
        <DocumentThumbnail document={document} decorative />
        {document.pages !== null && (
          <span className={classes.pages}>
            <IconFileTypePdf size={15} aria-hidden />
            {document.pages}ページ
          </span>
        )}
      </button>
      <div className={classes.facts}>
        <h3 className={classes.title}>{label}</h3>
        <div>
          <DocumentStateBadge status={document.status} />
        </div>
        <div className={classes.line}>
          <Timestamp at={document.uploaded_at} /> 提出
          <br />
          {[
            needLabels[needOf(document.type)],
            mimeTypeLabels[document.mimeType],
            formatBytes(document.size),
            dimensions,
          ]
            .filter(Boolean)
            .join('・')}
        </div>
        <Expiry document={document} />
      </div>
      {isAdmin && document.status === 'pending' && (
        <Decisions document={document} viewed={viewed} onView={view} onOpen={onOpen} />
      )}
      {document.status === 'rejected' && (
        <div className={classes.decide}>
          <Button
            variant="outline"
            leftSection={<IconUpload size={17} />}
            aria-label={`${label}を再提出`}
            onClick={() => onOpen({ kind: 'submit', type: document.type })}
          >
            再提出
          </Button>
        </div>
      )}
      <div className={classes.acts}>
        <Button variant="subtle" leftSection={<IconEye size={17} />} onClick={view}>
          表示
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${label}をダウンロード`}
          title="ダウンロード"
          loading={download.isPending}
          onClick={() => download.mutate(document)}
        >
          <IconDownload size={18} />
        </ActionIcon>
        <DocumentCardMenu document={document} onOpen={onOpen} />
      </div>
    </article>
  )
}

interface DecisionsProps extends Pick<DocumentCardProps, 'document' | 'onView' | 'onOpen'> {
  /** The version that 承認 sends. */
  viewed: number
}

/** Shows 処理中... while busy, and 承認処理に失敗しました with the server's reason on failure (spec §2). */
function Decisions({ document, viewed, onView, onOpen }: DecisionsProps) {
  const verify = useVerify()
  const label = documentTypeLabels[document.type]
  const approve = verify.isPending ? '処理中...' : '承認'
  const whyId = useId()
  const why = document.ownWork ? problems.FOUR_EYES.title : undefined
  const shared = { disabled: document.ownWork || verify.isPending, 'aria-describedby': why && whyId }
  return (
    <>
      {why && (
        <p className={classes.why} id={whyId}>
          {why}
        </p>
      )}
      {verify.isError && (
        <div className={classes.failed} role="alert" style={{ padding: '0 12px 6px' }}>
          承認処理に失敗しました{'\n'}
          {failureText(verify.error)}
          <div>
            <ViewNewest decision={verify} onView={onView} />
          </div>
        </div>
      )}
      <div className={classes.decide}>
        <Button
          variant="outline"
          px={4}
          leftSection={<IconCheck size={17} />}
          aria-label={`${label}を${approve}`}
          {...shared}
          onClick={() => verify.mutate({ document: { ...document, version: viewed }, body: undefined })}
        >
          {approve}
        </Button>
        <Button
          variant="outline"
          px={4}
          color="red"
          leftSection={<IconArrowBackUp size={17} />}
          aria-label={`${label}を差し戻し`}
          {...shared}
          onClick={() => onOpen({ kind: 'reject', document })}
        >
          差し戻し
        </Button>
      </div>
    </>
  )
}

function Expiry({ document: { expiresOn, expiring } }: { document: PerformerDocument }) {
  if (!expiresOn) return null
  if (!expiring) return <div className={classes.line}>有効期限 {formatDate(expiresOn)}</div>
  const past = expiresOn < dayInJapan(new Date())
  return (
    <div className={classes.near} data-past={past || undefined}>
      <IconAlertTriangle size={15} aria-hidden />
      {past ? `${formatDate(expiresOn)}で期限切れ` : `有効期限 ${formatDate(expiresOn)}`}
    </div>
  )
}
