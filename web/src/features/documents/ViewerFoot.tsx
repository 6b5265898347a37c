import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import classes from './DocumentViewer.module.css'

const keys = [
  { key: '← →', does: '前後' },
  { key: '+ −', does: '拡大・縮小' },
  { key: 'E', does: '回転' },
  { key: 'F', does: '全画面' },
  { key: 'Esc', does: '閉じる' },
] as const

export interface ViewerFootProps {
  documents: readonly PerformerDocument[]
  shownId: string
  onShow: (index: number) => void
}

/** The strip of all documents, and the keys written out. */
export function ViewerFoot({ documents, shownId, onShow }: ViewerFootProps) {
  return (
    <div className={classes.foot}>
      <ul className={classes.strip}>
        {documents.map((document, index) => (
          <li key={document.id}>
            <button
              type="button"
              className={classes.thumbnail}
              aria-label={`${documentTypeLabels[document.type]}（第${document.version}版）`}
              aria-current={document.id === shownId ? 'true' : undefined}
              onClick={() => onShow(index)}
            >
              <DocumentThumbnail document={document} decorative wordless />
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.keys} aria-hidden>
        {keys.map(({ key, does }) => (
          <span key={key}>
            <kbd>{key}</kbd>
            {does}
          </span>
        ))}
      </div>
    </div>
  )
}
