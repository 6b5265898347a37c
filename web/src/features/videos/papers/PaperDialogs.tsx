import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { paperTypeLabels } from '@kyc/contract/labels.ts'
import { listPaperVersions, type Paper } from '@kyc/contract/papers.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { failedQuery } from '../../../api/failed-query.ts'
import { callQuery } from '../../../api/queries.ts'
import { useSession } from '../../../session/use-session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { RuledList } from '../../../ui/RuledList.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { Timestamp } from '../../../ui/Timestamp.tsx'
import { DocumentStateBadge } from '../../documents/DocumentStateBadge.tsx'
import { DocumentFiles } from '../../documents/document-endpoint.ts'
import { DocumentViewer } from '../../documents/viewer/DocumentViewer.tsx'
import { OpeningGate } from '../../documents/viewer/OpeningGate.tsx'
import { paperFiles, refreshPapers, viewed } from './paper-queries.ts'
import { RejectPaperDialog } from './RejectPaperDialog.tsx'
import { SubmitPaperDialog } from './SubmitPaperDialog.tsx'

/** The open dialog about papers; at most one is open at a time. */
export type PaperOpen =
  | { readonly kind: 'view'; readonly papers: readonly Paper[]; readonly firstId: string }
  | {
      readonly kind: 'submit'
      readonly performerId: string
      readonly type: PaperType
      readonly current: Paper | undefined
    }
  | { readonly kind: 'versions'; readonly performerId: string; readonly type: PaperType }
  | { readonly kind: 'reject'; readonly paper: Paper }

export interface PaperDialogsProps {
  videoId: string
  open: PaperOpen
  nameOf: (performerId: string) => string
  onOpen: (open: PaperOpen) => void
  onClose: () => void
}

export function PaperDialogs({ videoId, open, nameOf, onOpen, onClose }: PaperDialogsProps) {
  if (open.kind === 'submit') return <SubmitPaperDialog videoId={videoId} {...open} onClose={onClose} />
  if (open.kind === 'versions')
    return <VersionsDialog videoId={videoId} {...open} onOpen={onOpen} onClose={onClose} />
  if (open.kind === 'reject') return <Rejection paper={open.paper} onClose={onClose} />
  const shown = open.papers.find(({ id }) => id === open.firstId)
  if (!shown) return null
  return (
    <PaperGate videoId={videoId} performerId={shown.performerId} onClose={onClose}>
      <DocumentViewer
        performerName={nameOf(shown.performerId)}
        documents={open.papers.map(viewed)}
        firstId={open.firstId}
        onClose={onClose}
      />
    </PaperGate>
  )
}

function Rejection({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const queries = useQueryClient()
  const close = async () => {
    onClose()
    await refreshPapers(queries)
  }
  return <RejectPaperDialog paper={paper} suggested={[]} onRejected={close} onClose={onClose} />
}

/** Serves the papers of the video to what is inside; an auditor is asked for the reason first (D67). */
function PaperGate({
  videoId,
  performerId,
  onClose,
  children,
}: {
  videoId: string
  performerId: string
  onClose: () => void
  children: ReactNode
}) {
  const { isAuditor } = useSession()
  const files = useMemo(() => paperFiles(videoId), [videoId])
  const inside = <DocumentFiles value={files}>{children}</DocumentFiles>
  if (!isAuditor) return inside
  return (
    <Dialog title="書類の表示" size={600} onClose={onClose}>
      <OpeningGate performerId={performerId}>{inside}</OpeningGate>
    </Dialog>
  )
}

interface VersionsProps {
  videoId: string
  performerId: string
  type: PaperType
  onOpen: (open: PaperOpen) => void
  onClose: () => void
}

/** All versions of a paper, newest first. */
function VersionsDialog({ videoId, performerId, type, onOpen, onClose }: VersionsProps) {
  const params = { id: videoId, performerId, type }
  const versions = useQuery(callQuery(listPaperVersions, { params }))
  return (
    <Dialog onClose={onClose} title={`${paperTypeLabels[type]}の提出履歴`} size={560}>
      {versions.isPending && <TextSkeleton lines={3} />}
      {versions.isError && <ErrorState title="書類の版を取得できませんでした" {...failedQuery(versions)} />}
      {versions.data && (
        <RuledList>
          {versions.data.map((paper) => (
            <Group key={paper.id} component="li" gap="4px 12px" py="sm" wrap="nowrap">
              <VersionFacts paper={paper} />
              <Button
                variant="default"
                leftSection={<IconEye size={17} />}
                aria-label={`第${paper.version}版を表示`}
                onClick={() => onOpen({ kind: 'view', papers: versions.data, firstId: paper.id })}
              >
                表示
              </Button>
            </Group>
          ))}
        </RuledList>
      )}
    </Dialog>
  )
}

function VersionFacts({ paper }: { paper: Paper }) {
  const { version, status, uploadedAt, uploadedBy, decidedAt, decidedBy, rejection } = paper
  return (
    <Stack gap={0} flex={1} lh={1.5}>
      <Group gap="xs" fw={700}>
        第{version}版
        <DocumentStateBadge status={status} />
      </Group>
      <Text fz="xs" c="dimmed">
        <Timestamp at={uploadedAt} /> 提出{uploadedBy && `（${uploadedBy}）`}
      </Text>
      {decidedAt && (
        <Text fz="xs" c="dimmed">
          <Timestamp at={decidedAt} /> {rejection ? '差し戻し' : '承認'}
          {decidedBy && `（${decidedBy}）`}
          {rejection && `：${rejection.codes.map((code) => reasonOf(code)).join('、')}`}
        </Text>
      )}
    </Stack>
  )
}
