import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failedQuery } from '../../api/failed-query.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { closedSlots, emptySlots } from '../documents/document-need.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import { DocumentCard } from '../documents/slots/DocumentCard.tsx'
import { EmptySlots } from '../documents/slots/EmptySlots.tsx'
import { OpeningGate } from '../documents/viewer/OpeningGate.tsx'
import classes from './PerformerPage.module.css'
import type { useDimensions } from './use-dimensions.ts'

export interface DocumentsSectionProps {
  performer: Performer
  documents: UseQueryResult<PerformerDocument[]>
  dimensions: ReturnType<typeof useDimensions>
  /** The document to decide on after a decision: its 承認 takes the focus. */
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
      <div className={classes.documentsHead}>
        <h2 className={classes.documentsTitle} id="documents-title">
          提出書類
        </h2>
        {documents.data && <span className={classes.sub}>{list.length}件を提出済み</span>}
        <span className={classes.watermarkNote}>画像には閲覧者名の透かしが入ります</span>
      </div>
      {unavailable && (
        <p className={classes.notice} role="status">
          <IconAlertTriangle size={16} aria-hidden />
          書類の詳細情報を取得できませんでした
        </p>
      )}
      {documents.isPending && <CardsSkeleton cards={5} height={284} minWidth={200} />}
      {documents.isError && !documents.data && (
        <ErrorState title="書類の一覧を取得できませんでした" {...failedQuery(documents)} />
      )}
      {documents.data && (
        <OpeningGate performerId={performer.id}>
          <div ref={cards} className={classes.documents}>
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
          </div>
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
