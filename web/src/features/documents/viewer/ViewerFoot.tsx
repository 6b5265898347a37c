import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import { Group, Kbd, UnstyledButton } from '@mantine/core'
import type { ViewedDocument } from '../document-endpoint.ts'
import { DocumentThumbnail } from './DocumentThumbnail.tsx'
import classes from './DocumentViewer.module.css'

const keys = [
  { key: 'J K', label: '前後' },
  { key: '1〜7', label: '書類' },
  { key: '← →', label: '前後・拡大中は移動' },
  { key: '+ −', label: '拡大・縮小' },
  { key: 'E', label: '回転' },
  { key: 'M', label: '拡大鏡' },
  { key: 'F', label: '全画面' },
  { key: 'Esc', label: '閉じる' },
] as const

export interface ViewerFootProps {
  documents: readonly ViewedDocument[]
  shownId: string
  onShow: (doc: ViewedDocument) => void
}

/** Thumbnails of all documents, and the keyboard shortcuts. */
export function ViewerFoot({ documents, shownId, onShow }: ViewerFootProps) {
  return (
    <div className={classes.foot}>
      <Group component="ul" className={classes.strip} gap="sm" wrap="nowrap" p={4}>
        {documents.map((doc) => (
          <li key={doc.id}>
            <UnstyledButton
              className={classes.thumbnail}
              aria-label={`${anyDocumentLabels[doc.type]}（第${doc.version}版）`}
              aria-current={doc.id === shownId ? 'true' : undefined}
              onClick={() => onShow(doc)}
            >
              <DocumentThumbnail doc={doc} decorative textless />
            </UnstyledButton>
          </li>
        ))}
      </Group>
      <Group className={classes.keys} gap="4px 12px" flex="none" fz="xs" c="dimmed" aria-hidden>
        {keys.map(({ key, label }) => (
          <Group key={key} component="span" gap={6}>
            <Kbd>{key}</Kbd>
            {label}
          </Group>
        ))}
      </Group>
    </div>
  )
}
