import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { Box, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { queryKey } from '../../../api/queries.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { CardsSkeleton } from '../../../ui/Skeletons.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import text from '../../../ui/text.module.css'
import { DocumentFiles } from '../../documents/document-endpoint.ts'
import { DocumentFrame } from '../../documents/slots/DocumentFrame.tsx'
import { DocumentViewer } from '../../documents/viewer/DocumentViewer.tsx'
import { Watermark } from '../../documents/viewer/Watermark.tsx'
import { PerformerFacts } from '../PerformerFacts.tsx'
import { PerformerStateBadge } from '../PerformerStateBadge.tsx'
import { spellingsOf } from '../spellings.ts'
import { sealedFiles } from './sealed-files.ts'
import { useOpenedRecord } from './sealed-queries.ts'

export interface OpenedRecordProps {
  id: string
  /** Whether the name takes the focus, because the form that had it has disappeared. */
  autoFocus: boolean
}

/** The performer and all versions of its documents, with the watermark of D22. */
export function OpenedRecord({ id, autoFocus }: OpenedRecordProps) {
  const record = useOpenedRecord(id)
  const queries = useQueryClient()
  const state = queryKey('sealedPerformers.get', { id })
  const name = useRef<HTMLHeadingElement>(null)
  const isOpen = record.data !== undefined
  useEffect(() => {
    if (autoFocus && isOpen) name.current?.focus()
  }, [autoFocus, isOpen])
  const [viewed, setViewed] = useState<string | null>(null)
  if (record.isPending) return <CardsSkeleton cards={3} height={284} minWidth={200} />
  if (!record.data) {
    // The opening may have expired. Only the state of the record shows that, so it is refetched too.
    const refetch = () => Promise.all([queries.invalidateQueries({ queryKey: state }), record.refetch()])
    return <ErrorState title="記録の内容を取得できませんでした" {...failedQuery({ ...record, refetch })} />
  }
  const { performer, documents } = record.data
  return (
    <DocumentFiles value={sealedFiles}>
      <Box pos="relative">
        <Group gap="0 8px" mb="xs" align="baseline">
          <Title order={3} size="h2" ref={name} tabIndex={-1}>
            {performer.name}
          </Title>
          <PerformerStateBadge status={performer.status} />
          <Text span size="xs" c="dimmed">
            {spellingsOf(performer)}
          </Text>
        </Group>
        <PerformerFacts performer={performer} />
        <Watermark />
      </Box>
      <Group gap="0 8px" mt="md" mb="xs" align="baseline">
        <Title order={3} size="h2">
          書類
        </Title>
        <Text span size="xs" c="dimmed">
          {documents.length}件（過去の版を含む）
        </Text>
      </Group>
      <SimpleGrid minColWidth="200px" spacing="sm">
        {documents.map((doc) => (
          <DocumentFrame
            key={doc.id}
            doc={doc}
            label={labelIn(documents, doc)}
            facts={<Decision doc={doc} />}
            onView={() => setViewed(doc.id)}
          />
        ))}
      </SimpleGrid>
      {viewed !== null && (
        <DocumentViewer
          performerName={performer.name}
          documents={documents}
          firstId={viewed}
          onClose={() => setViewed(null)}
        />
      )}
    </DocumentFiles>
  )
}

/** The label of the type, with the version if the record has several versions of it. */
export function labelIn(
  documents: readonly PerformerDocument[],
  { type, version }: PerformerDocument,
): string {
  const several = documents.filter((each) => each.type === type).length > 1
  return several ? `${documentTypeLabels[type]}（第${version}版）` : documentTypeLabels[type]
}

function Decision({ doc: { status, decidedAt, decidedBy, rejection } }: { doc: PerformerDocument }) {
  if (decidedAt === null) return null
  return (
    <Text size="xs" c="dimmed" className={text.lines}>
      <Timestamp at={decidedAt} /> {status === 'rejected' ? '差し戻し' : '承認'}
      {decidedBy && `（${decidedBy}）`}
      {rejection && (
        <>
          <br />
          {rejection.codes.map((code) => reasonOf(code)).join('、')}：{rejection.message}
          {rejection.note && (
            <>
              <br />
              管理者用メモ：{rejection.note}
            </>
          )}
        </>
      )}
    </Text>
  )
}
