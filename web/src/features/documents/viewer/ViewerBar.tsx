import { anyDocumentLabels, mimeTypeLabels } from '@kyc/contract/labels.ts'
import type { Seen } from '@kyc/contract/review-checks.ts'
import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconDownload, IconEyeOff, IconPencil, IconX } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { formatBytes, formatDateTime } from '../../../ui/format.ts'
import { DocumentStateBadge } from '../DocumentStateBadge.tsx'
import type { ViewedDocument } from '../document-endpoint.ts'
import { useDownload } from '../use-download.ts'
import classes from './DocumentViewer.module.css'
import { DimensionsContext } from './dimensions.ts'

/** What an admin can do in the viewer. */
export interface ViewerActs {
  /** The focus starts at the panel. */
  readonly autoFocus: boolean
  readonly onNote: () => void
  /** More of the document was shown. */
  readonly onSeen: (seen: Partial<Seen>) => void
  /** Absent if nothing can be hidden in the document. */
  readonly onMask: (() => void) | undefined
  /** The decision, next to the document; `broken` if the document could not be displayed. */
  readonly panel: (broken: boolean) => ReactNode
}

export interface ViewerBarProps {
  doc: ViewedDocument
  performerName: string
  position: string
  /** Absent for accounts that do not review. */
  acts: ViewerActs | undefined
  onClose: () => void
}

/** Type, status, performer and submission time of the doc. */
export function ViewerBar({ doc, performerName, position, acts, onClose }: ViewerBarProps) {
  const dimensionsOf = use(DimensionsContext)
  const refused = useRefused()
  const download = useDownload()
  const facts = [
    performerName,
    `${formatDateTime(doc.uploaded_at)} 提出（第${doc.version}版）`,
    `${mimeTypeLabels[doc.mimeType]} ${formatBytes(doc.size)}`,
    dimensionsOf(doc),
  ]
  return (
    <div className={classes.bar}>
      <Title order={2}>{anyDocumentLabels[doc.type]}</Title>
      <DocumentStateBadge status={doc.status} />
      <Text className={classes.meta} miw={0} fz="xs" c="dimmed" truncate>
        {facts.filter(Boolean).join('・')}
      </Text>
      <Group className={classes.right} gap="xs" ml="auto" fz="xs" flex="none">
        <span aria-live="polite">{position}</span>
        {acts && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="管理者用メモを書く"
            aria-keyshortcuts="N"
            title="管理者用メモを書く（N）"
            onClick={acts.onNote}
          >
            <IconPencil size={20} />
          </ActionIcon>
        )}
        {acts?.onMask && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="画像の一部を隠す"
            title="画像の一部を隠す"
            onClick={acts.onMask}
          >
            <IconEyeOff size={20} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="ダウンロード"
          title="ダウンロード"
          disabled={download.isPending || refused.disabled}
          aria-describedby={refused['aria-describedby']}
          onClick={() => download.mutate(doc)}
        >
          <IconDownload size={20} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="閉じる"
          title="閉じる"
          onClick={onClose}
          data-autofocus={!acts?.autoFocus || undefined}
        >
          <IconX size={20} />
        </ActionIcon>
      </Group>
    </div>
  )
}
