import { identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels, mimeTypeLabels } from '@kyc/contract/labels.ts'
import {
  ActionIcon,
  Button,
  Group,
  Loader,
  Paper,
  Stack,
  Text,
  Title,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { IconDownload, IconEye, IconFileTypePdf } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRefused } from '../../../session/EditRefusal.tsx'
import { formatBytes } from '../../../ui/format.ts'
import { needLabels } from '../../../ui/need.ts'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { DocumentStateBadge } from '../DocumentStateBadge.tsx'
import { needOf } from '../document-need.ts'
import { Expiry } from '../Expiry.tsx'
import { useDownload } from '../use-download.ts'
import { DocumentThumbnail } from '../viewer/DocumentThumbnail.tsx'
import classes from './DocumentCard.module.css'

export interface DocumentFrameProps {
  doc: PerformerDocument
  /** By default the type; versions of the same type add their number. */
  label?: string
  /** Such as 1600×1200; undefined if unknown. */
  dimensions?: string | undefined
  onView: () => void
  /** More facts. */
  facts?: ReactNode
  /** Above the buttons that every card has. */
  children?: ReactNode
  /** After these buttons. */
  menu?: ReactNode
}

/** The card of one version: picture, facts, view and download. */
export function DocumentFrame(props: DocumentFrameProps) {
  const { doc, label = documentTypeLabels[doc.type], dimensions, onView, facts, children, menu } = props
  const refused = useRefused()
  const download = useDownload()
  return (
    <Paper
      component="article"
      withBorder
      className={classes.card}
      data-status={doc.status}
      data-type={doc.type}
      aria-label={label}
    >
      <UnstyledButton className={classes.picture} onClick={onView}>
        <VisuallyHidden>{label}を表示</VisuallyHidden>
        <DocumentThumbnail doc={doc} decorative />
        {doc.pages !== null && (
          <span className={classes.pages}>
            <StateBadge tone="neutral" icon={IconFileTypePdf}>{`${doc.pages}ページ`}</StateBadge>
          </span>
        )}
      </UnstyledButton>
      <Stack flex={1} gap={6} px="sm" pt={10} pb={6}>
        <Title order={3}>{label}</Title>
        <div>
          <DocumentStateBadge status={doc.status} />
        </div>
        <Text size="xs" c="dimmed">
          <Timestamp at={doc.uploaded_at} /> 提出
          <br />
          {[needLabels[needOf(doc.type)], mimeTypeLabels[doc.mimeType], formatBytes(doc.size), dimensions]
            .filter(Boolean)
            .join('・')}
        </Text>
        <ExpiryLine doc={doc} />
        {doc.identityCheck && (
          <Text size="xs" c="dimmed">
            {identityCheckLabels[doc.identityCheck]}
            {doc.decidedBy && `（${doc.decidedBy}）`}
            <br />
            {doc.decidedAt && <Timestamp at={doc.decidedAt} />}
          </Text>
        )}
        {doc.maskedBy && (
          <Text size="xs" c="dimmed">
            一部を隠した画像（{doc.maskedBy}）
          </Text>
        )}
        {facts}
      </Stack>
      {children}
      <Group gap={4} pl={4} pr="xs" pb={6} wrap="nowrap">
        <Button
          variant="subtle"
          mr="auto"
          leftSection={<IconEye size={17} />}
          aria-label={`${label}を大きく表示`}
          onClick={onView}
        >
          表示
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={`${label}をダウンロード`}
          title="ダウンロード"
          {...refused}
          // Not `loading`, which would drop the focus to the page.
          aria-disabled={download.isPending || undefined}
          onClick={download.isPending ? undefined : () => download.mutate(doc)}
        >
          {download.isPending ? (
            <Loader size={16} color="currentColor" aria-hidden />
          ) : (
            <IconDownload size={18} />
          )}
        </ActionIcon>
        {menu}
      </Group>
    </Paper>
  )
}

function ExpiryLine({ doc: { expiresOn, expiring, noExpiry } }: Pick<DocumentFrameProps, 'doc'>) {
  if (!noExpiry && !expiresOn) return null
  return (
    <Text size="xs" c="dimmed" component="div">
      有効期限
      {expiresOn && !noExpiry ? (
        <>
          {' '}
          <Expiry day={expiresOn} near={expiring} />
        </>
      ) : (
        'なし'
      )}
    </Text>
  )
}
