import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { isOwnDraft } from '@kyc/contract/performer-drafts.ts'
import { getPerformer, type Performer } from '@kyc/contract/performers.ts'
import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { IconFileSearch, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { failedQuery, isGone } from '../../api/failed-query.ts'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { EditRefusal, useRefused } from '../../session/EditRefusal.tsx'
import { useFollowOrganisation } from '../../session/use-follow-organisation.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Columns } from '../../ui/Columns.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { RecordFailed } from '../../ui/RecordFailed.tsx'
import { type RefetchedQuery, RefetchFailed } from '../../ui/RefetchFailed.tsx'
import { CardsSkeleton, Loading } from '../../ui/Skeletons.tsx'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { type Back, useWayBack } from '../../ui/way-back.ts'
import { ClosedCaseContext, useSubmitRefused } from '../documents/closed-case.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import { useDocuments } from '../documents/document-queries.ts'
import { MoveButton } from '../organisations/MoveButton.tsx'
import { PackSection } from '../packs/PackSection.tsx'
import { LinkSection } from '../performer-links/LinkSection.tsx'
import { RelianceSections } from '../reliances/RelianceSections.tsx'
import { ClosedCase } from '../review/ClosedCase.tsx'
import { NotesSection } from '../review/NotesSection.tsx'
import { PerformerHints } from '../review/PerformerHints.tsx'
import { SubjectSection } from '../subjects/SubjectSection.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DocumentsSection } from './DocumentsSection.tsx'
import { DraftNotice } from './DraftNotice.tsx'
import { EditDialog } from './EditDialog.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'
import { PerformerDialogs } from './PerformerDialogs.tsx'
import { PerformerFacts } from './PerformerFacts.tsx'
import { PerformerHold } from './PerformerHold.tsx'
import { PerformerStateBadge } from './PerformerStateBadge.tsx'
import { RejectionBanner } from './RejectionBanner.tsx'
import { spellingsOf } from './spellings.ts'
import { useDimensions } from './use-dimensions.ts'
import { VideosSection } from './VideosSection.tsx'
import { WithheldDocuments } from './WithheldDocuments.tsx'

const list = { label: '出演者一覧', href: paths.performers() }

/** One performer (spec §2): data, documents, history, and the actions that the account may perform. */
export function PerformerPage() {
  const { id } = useParams({ from: '/signed-in/performers/$id' })
  const performer = useQuery(callQuery(getPerformer, { params: { id } }))
  const back = useWayBack(list)
  if (performer.isPending) return <PerformerLoading back={back} />
  // A deleted performer disappears at once (D17).
  if (performer.data && !isGone(performer))
    return <PerformerView key={id} query={performer} performer={performer.data} back={back} />
  return (
    <RecordFailed
      record="出演者"
      missingTitle="出演者が見つかりません"
      back={back}
      title="出演者情報の取得に失敗しました"
      {...failedQuery(performer)}
    />
  )
}

interface PerformerViewProps {
  performer: Performer
  query: RefetchedQuery
  back: Back
}

function PerformerView({ performer, query, back }: PerformerViewProps) {
  const { isAdmin, isSuperadmin, readsAll } = useSession()
  const documents = useDocuments(performer.id)
  const dimensions = useDimensions(performer.id)
  const [open, setOpen] = useState<DocumentOpen | null>(null)
  const [decided, setDecided] = useState<PerformerDocument | null>(null)
  useReturnFocus(open !== null)
  useFollowOrganisation(performer.organisation.id)
  const newest = documents.data ?? []
  const pending = newest.find(({ status, id }) => status === 'pending' && id !== decided?.id)
  return (
    <EditRefusal organisation={performer.organisation.id}>
      <ClosedCaseContext value={performer.caseClosed !== null}>
        <PerformerHead
          performer={performer}
          back={back}
          backStored={newest.some(({ type }) => type === 'idBack')}
          waiting={newest.some(({ status }) => status === 'pending')}
        />
        <RefetchFailed query={documents.data ? [query, documents] : query} />
        <VisuallyHidden role="status">{decided && decisionText(newest, decided, pending)}</VisuallyHidden>
        {isAdmin && <ClosedCase performer={performer} />}
        {!isAdmin && performer.caseClosed && <ClosedNotice closure={performer.caseClosed} />}
        {performer.status === 'draft' && !performer.relied && documents.data && (
          <DraftNotice documents={documents.data} />
        )}
        <RejectionBanner documents={newest} onOpen={setOpen} />
        <Columns>
          <Stack miw={0}>
            <PerformerFacts
              performer={performer}
              organisationAct={
                <MoveButton
                  from={performer.organisation}
                  records={{ performers: [performer.id], videos: [] }}
                >
                  「{performer.name}
                  」を、書類とともに別の組織へ移行する申請をします。ほかの最高管理者が承認すると実行されます。
                </MoveButton>
              }
            />
            <RelianceSections performer={performer} />
            <LinkSection performer={performer} documents={documents.data} />
            <PerformerHints performerId={performer.id} />
            <DocumentsSection
              performer={performer}
              documents={documents}
              dimensions={dimensions}
              nextType={open ? undefined : decided && pending?.type}
              onOpen={setOpen}
            />
            <VideosSection performerId={performer.id} />
            {performer.status !== 'draft' && <PackSection subject={{ performer }} />}
            {readsAll && <SubjectSection performer={performer} />}
          </Stack>
          <Stack miw={0}>
            {readsAll && <NotesSection performerId={performer.id} />}
            {isAdmin && <WithheldDocuments performerId={performer.id} />}
            {isSuperadmin && <PerformerHold performerId={performer.id} />}
            <HistoryPanel performerId={performer.id} />
          </Stack>
        </Columns>
        <PerformerDialogs
          performer={performer}
          documents={newest}
          dimensionsOf={dimensions.dimensionsOf}
          open={open}
          onOpen={setOpen}
          onDecided={setDecided}
        />
      </ClosedCaseContext>
    </EditRefusal>
  )
}

/** Announces a decision and what comes next. */
function decisionText(
  newest: readonly PerformerDocument[],
  decided: PerformerDocument,
  next: PerformerDocument | undefined,
): string {
  const label = documentTypeLabels[decided.type]
  const rejected = newest.some(({ id, status }) => id === decided.id && status === 'rejected')
  const then = next ? `次は${documentTypeLabels[next.type]}です。` : 'すべての書類を審査しました。'
  return `${label}を${rejected ? '差し戻し' : '承認し'}ました。${then}`
}

interface PerformerHeadProps {
  performer: Performer
  back: Back
  backStored: boolean
  /** Whether a document waits for a decision. */
  waiting: boolean
}

function PerformerHead({ performer, back, backStored, waiting }: PerformerHeadProps) {
  const { isAdmin } = useSession()
  const refusals = { admin: useRefused(), member: useSubmitRefused() }
  // An admin may still correct the record of a closed case (D78).
  const refused = isAdmin ? refusals.admin : refusals.member
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  useReturnFocus(open !== null)
  const close = () => setOpen(null)
  return (
    <>
      <PageHeader
        title={`${performer.lastName} ${performer.firstName}`}
        windowTitle="出演者の詳細"
        badge={<PerformerStateBadge status={performer.status} relied={performer.relied} />}
        back={back}
        actions={
          <>
            {isAdmin && waiting && (
              <Button
                component={AppLink}
                href={paths.review({}, performer.id)}
                leftSection={<IconFileSearch size={17} />}
              >
                審査する
              </Button>
            )}
            {(isAdmin || isOwnDraft(performer)) && (
              <Button
                variant="default"
                c="red"
                leftSection={<IconTrash size={17} />}
                {...(isAdmin ? {} : refusals.member)}
                onClick={() => setOpen('delete')}
              >
                削除
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconPencil size={17} />}
              {...refused}
              onClick={() => setOpen('edit')}
            >
              編集
            </Button>
          </>
        }
      >
        {spellingsOf(performer)}
      </PageHeader>
      {open === 'edit' && <EditDialog performer={performer} backStored={backStored} onClose={close} />}
      {open === 'delete' && <DeleteDialog performer={performer} draft={!isAdmin} onClose={close} />}
    </>
  )
}

function PerformerLoading({ back }: { back: Back }) {
  return (
    <>
      <PageHeader title="出演者" back={back} />
      <Columns>
        <Stack miw={0}>
          <Loading>
            <Skeleton height={172} radius={8} />
          </Loading>
          <CardsSkeleton cards={5} height={284} minWidth={200} />
        </Stack>
        <Loading label="履歴を読み込み中">
          <Skeleton height={320} radius={8} />
        </Loading>
      </Columns>
    </>
  )
}
