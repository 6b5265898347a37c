import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, mimeTypeLabels } from '@kyc/contract/labels.ts'
import { formatBytes, formatDateTime } from '../../ui/format.ts'
import { IconDownload, IconX } from '../../ui/icons.ts'
import { DocumentStateBadge } from './DocumentStateBadge.tsx'
import classes from './DocumentViewer.module.css'
import { useDownload } from './use-download.ts'

export interface ViewerBarProps {
  document: PerformerDocument
  performerName: string
  dimensions: string | undefined
  position: string
  onClose: () => void
}

/** Type, status, performer and submission time of the document. */
export function ViewerBar({ document, performerName, dimensions, position, onClose }: ViewerBarProps) {
  const download = useDownload()
  const facts = [
    performerName,
    `${formatDateTime(document.uploaded_at)} 提出（第${document.version}版）`,
    `${mimeTypeLabels[document.mimeType]} ${formatBytes(document.size)}`,
    dimensions,
  ]
  return (
    <div className={classes.bar}>
      <h2 className={classes.title}>{documentTypeLabels[document.type]}</h2>
      <DocumentStateBadge status={document.status} />
      <span className={classes.meta}>{facts.filter(Boolean).join('・')}</span>
      <span className={classes.right}>
        <span aria-live="polite">{position}</span>
        <button
          type="button"
          className={classes.icon}
          aria-label="ダウンロード"
          title="ダウンロード"
          disabled={download.isPending}
          onClick={() => download.mutate(document)}
        >
          <IconDownload size={20} />
        </button>
        <button
          type="button"
          className={classes.icon}
          aria-label="閉じる"
          title="閉じる"
          onClick={onClose}
          data-autofocus
        >
          <IconX size={20} />
        </button>
      </span>
    </div>
  )
}
