import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, idKindLabels } from '@kyc/contract/labels.ts'
import { formatDateTime } from '../../ui/format.ts'
import classes from './DocumentLine.module.css'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'

/** Heading of a dialog about one version. */
export function DocumentLine({ performerName, doc }: { performerName: string; doc: PerformerDocument }) {
  const kind = doc.idKind ? `・${idKindLabels[doc.idKind]}` : ''
  return (
    <div className={classes.head}>
      <span className={classes.thumbnail}>
        <DocumentThumbnail doc={doc} decorative />
      </span>
      <div className={classes.who}>
        {performerName}　{documentTypeLabels[doc.type]}
        <div className={classes.sub}>
          {formatDateTime(doc.uploaded_at)} 提出（第{doc.version}版）{kind}
        </div>
      </div>
    </div>
  )
}
