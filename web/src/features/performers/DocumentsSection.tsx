import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Group, SimpleGrid, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { IconText } from '../../ui/IconText.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { closedSlots, emptySlots } from '../documents/document-need.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import { DocumentCard } from '../documents/slots/DocumentCard.tsx'
import { EmptySlots } from '../documents/slots/EmptySlots.tsx'
import { OpeningGate } from '../documents/viewer/OpeningGate.tsx'
import type { useDimensions } from './use-dimensions.ts'

export interface DocumentsSectionProps {
  performer: Performer
  documents: UseQueryResult<PerformerDocument[]>
  dimensions: ReturnType<typeof useDimensions>
  /** After a decision, the type of the next document to decide on: its button 承認 takes the focus. */
  nextType: PerformerDocument['type'] | null | undefined
  onOpen: (open: DocumentOpen) => void
}

export function DocumentsSection({
  performer,
  documents,
  dimensions,
  nextType,
  onOpen,
}: DocumentsSectionProps) {
  const { dimensionsOf, unavailable } = dimensions
  const cards = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!nextType) return
    cards.current?.querySelector<HTMLElement>(`[data-type="${nextType}"] [data-decide]`)?.focus()
  }, [nextType])
  const list = documents.data ?? []
  return (
    <section aria-labelledby="documents-title">
      <Group gap="0 8px" mb="xs" align="baseline">
        <Title order={2} id="documents-title">
          提出書類
        </Title>
        <Text span size="xs" c="dimmed" mr="auto">
          {documents.data && `${list.length}件を提出済み`}
        </Text>
        <Text span size="xs" c="dimmed">
          画像には閲覧者名の透かしが入ります
        </Text>
      </Group>
      {unavailable && (
        <IconText icon={IconAlertTriangle} c="yellow" mb="xs" role="status">
          書類の詳細情報を取得できませんでした
        </IconText>
      )}
      {documents.isPending && <CardsSkeleton cards={5} height={284} minWidth={200} />}
      {documents.isError && !documents.data && (
        <ErrorState title="書類の一覧を取得できませんでした" {...failedQuery(documents)} />
      )}
      {documents.data && (
        <OpeningGate performerId={performer.id}>
          <SimpleGrid ref={cards} minColWidth="200px" spacing="sm">
            {list.map((doc) => (
              <DocumentCard
                key={doc.type}
                doc={doc}
                dimensions={dimensionsOf(doc)}
                onView={(decide) => onOpen({ kind: 'view', documents: list, firstId: doc.id, decide })}
                onOpen={onOpen}
              />
            ))}
            <EmptySlotBoxes performer={performer} documents={list} onOpen={onOpen} />
          </SimpleGrid>
        </OpeningGate>
      )}
    </section>
  )
}

function EmptySlotBoxes({
  performer,
  documents,
  onOpen,
}: {
  performer: Performer
  documents: readonly PerformerDocument[]
  onOpen: (open: DocumentOpen) => void
}) {
  const empty = emptySlots(documents.map(({ type }) => type))
  const slots = {
    closed: closedSlots(performer.idKind),
    onAdd: (type: PerformerDocument['type']) => onOpen({ kind: 'submit', types: [type] }),
  }
  return (
    <>
      {empty.required.length > 0 && <EmptySlots title="必須の書類" types={empty.required} {...slots} />}
      {empty.others.length > 0 && <EmptySlots title="任意の書類" types={empty.others} {...slots} />}
    </>
  )
}
