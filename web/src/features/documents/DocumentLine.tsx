import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, idKindLabels } from '@kyc/contract/labels.ts'
import { formatDateTime } from '../../ui/format.ts'
import classes from './DocumentLine.module.css'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'

/** Heading of a dialog about one version. */
export function DocumentLine({
  performerName,
  document,
}: {
  performerName: string
  document: PerformerDocument
}) {
  const kind = document.idKind ? `・${idKindLabels[document.idKind]}` : ''
  return (
    <div className={classes.head}>
      <span className={classes.thumbnail}>
        <DocumentThumbnail document={document} decorative />
      </span>
      <div className={classes.who}>
        {performerName}　{documentTypeLabels[document.type]}
        <div className={classes.sub}>
          {formatDateTime(document.uploaded_at)} 提出（第{document.version}版）{kind}
        </div>
      </div>
    </div>
  )
}
