import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { ListedPerformer } from '@kyc/contract/performers.ts'
import { Box, Button, Divider, Group, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { DocumentStateBadge } from '../documents/DocumentStateBadge.tsx'
import { emptySlots } from '../documents/document-need.ts'
import { useDocuments } from '../documents/document-queries.ts'
import { OpeningGate } from '../documents/viewer/OpeningGate.tsx'

export interface PerformerDocumentsDialogProps {
  performer: ListedPerformer
  /** Id of the document just viewed; its button gets the focus. */
  returnTo: string | undefined
  onView: (documents: readonly PerformerDocument[], firstId: string) => void
  onClose: () => void
}

/** Documents of a performer, and the missing required ones, without decisions. */
export function PerformerDocumentsDialog(props: PerformerDocumentsDialogProps) {
  const { performer, onClose } = props
  const documents = useDocuments(performer.id)
  return (
    <Dialog title={`${performer.name} の書類`} size={560} onClose={onClose}>
      {documents.isPending && <TextSkeleton lines={4} />}
      {documents.isError && (
        <ErrorState title="書類の一覧を取得できませんでした" {...failedQuery(documents)} />
      )}
      {documents.data && (
        <OpeningGate performerId={performer.id}>
          <DocumentList {...props} documents={documents.data} />
        </OpeningGate>
      )}
      <Divider my="sm" />
      <Text fz="xs" c="dimmed">
        承認・差し戻し・再提出は
        <AppLink href={paths.performer(performer.id)}>出演者の詳細</AppLink>
        で行います。
      </Text>
    </Dialog>
  )
}

type DocumentListProps = PerformerDocumentsDialogProps & { documents: readonly PerformerDocument[] }

function DocumentList({ documents, returnTo, onView }: DocumentListProps) {
  const missing = emptySlots(documents.map(({ type }) => type)).required
  return (
    <RuledList flush>
      {documents.map((document) => {
        const label = documentTypeLabels[document.type]
        return (
          <DocumentLine
            key={document.id}
            label={label}
            badge={<DocumentStateBadge status={document.status} />}
            sub={
              <>
                <Timestamp at={document.uploaded_at} /> 提出
              </>
            }
          >
            <Button
              variant="default"
              leftSection={<IconEye size={17} />}
              aria-label={`${label}を表示`}
              data-autofocus={document.id === returnTo || undefined}
              onClick={() => onView(documents, document.id)}
            >
              表示
            </Button>
          </DocumentLine>
        )
      })}
      {missing.map((type) => (
        <DocumentLine
          key={type}
          label={documentTypeLabels[type]}
          badge={<StateBadge tone="neutral">未提出</StateBadge>}
        />
      ))}
    </RuledList>
  )
}

interface DocumentLineProps {
  label: string
  badge: ReactNode
  /** Below the label. */
  sub?: ReactNode
  /** The button. */
  children?: ReactNode
}

function DocumentLine({ label, badge, sub, children }: DocumentLineProps) {
  return (
    <Group component="li" wrap="nowrap" gap="sm" mih={60} py="xs">
      <Box flex={1} lh={1.5}>
        <Group gap="4px 8px" fw={700}>
          {label}
          {badge}
        </Group>
        {sub && (
          <Text fz="xs" c="dimmed">
            {sub}
          </Text>
        )}
      </Box>
      {children}
    </Group>
  )
}
