import type { Hint } from '@kyc/contract/hints.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { ReviewCaseDetail } from '@kyc/contract/review.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconZoomExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useLayoutEffect, useState } from 'react'
import { failedQuery, isGone } from '../../../api/failed-query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { ClosedCase } from '../ClosedCase.tsx'
import { Hints } from '../Hints.tsx'
import { CasePanes } from '../panes/CasePanes.tsx'
import { caseQuery } from '../panes/prefetch-case.ts'
import { ReviewPanel } from '../ReviewPanel.tsx'
import { Rejection } from '../rejection/Rejection.tsx'
import { documentsOf } from '../review-documents.ts'
import { opened, type ReviewEvent, type ReviewState } from '../review-state.ts'
import { ReviewContext, useCurrentReview, useReview } from '../use-review.ts'
import { CaseAside } from './CaseAside.tsx'
import { CaseHead } from './CaseHead.tsx'
import type { CaseActs } from './case-acts.ts'
import { DeskSkeleton } from './DeskSkeleton.tsx'
import { KeyHelp, NextButton, PanelHead } from './PanelParts.tsx'
import classes from './review.module.css'
import { useAside } from './use-aside.ts'
import { useClaim } from './use-claim.ts'
import { useDeskKeys } from './use-desk-keys.ts'

export interface CaseViewProps {
  id: string
  state: ReviewState
  dispatch: Dispatch<ReviewEvent>
  acts: CaseActs
}

/** Milliseconds between two fetches while another account has the claim, so that its end appears. */
const refresh = 20_000

/** One case of the desk. */
export function CaseView(props: CaseViewProps) {
  const detail = useQuery({
    ...caseQuery(props.id),
    refetchInterval: ({ state: { data } }) => (data?.claim && !data.claim.mine ? refresh : false),
  })
  const gone = isGone(detail)
  if (detail.data && !gone) return <OpenCase {...props} detail={detail.data} />
  if (detail.isPending) return <DeskSkeleton />
  return (
    <div className={classes.failed}>
      {gone ? (
        <EmptyState icon={IconZoomExclamation} title="出演者が見つかりません">
          削除されたか、アドレスが正しくない可能性があります。
        </EmptyState>
      ) : (
        <ErrorState title="出演者情報の取得に失敗しました" {...failedQuery(detail)} />
      )}
    </div>
  )
}

type OpenCaseProps = CaseViewProps & { detail: ReviewCaseDetail }

function OpenCase({ detail, acts, ...machine }: OpenCaseProps) {
  const { state, dispatch } = useCase(detail, machine)
  const { performer, documents: current, claim } = detail
  const held = claim && !claim.mine ? claim : null
  const left = current.filter(({ status }) => status === 'pending').length
  const ownClaim = useClaim({
    id: performer.id,
    wanted: left > 0 && !held && !performer.caseClosed,
    shown: state.displayed,
  })
  const aside = useAside()
  const review = useReview(
    {
      ...acts,
      performer,
      current,
      documents: documentsOf(state, current),
      refusal: held ? `${held.by}さんが審査中です。` : undefined,
      withinClaim: (approve) => ownClaim.approve(approve),
      onNote: () => {
        dispatch({ kind: 'fullScreen', on: false })
        aside.write()
      },
    },
    state,
    dispatch,
  )
  useDeskKeys(review)
  useReturnFocus(state.rejecting !== null)
  return (
    <ReviewContext value={review}>
      <div className={classes.case}>
        <CaseHead detail={detail} acts={acts} onTakeOver={() => ownClaim.send(true)} />
        {review.doc ? (
          <CasePanes aside={<CaseAside detail={detail} {...aside} />} />
        ) : (
          <EmptyState title="提出された書類はありません" />
        )}
      </div>
      {review.doc && <Decision hints={detail.hints} left={left} onNext={acts.onNext} />}
      <VisuallyHidden role="status">{state.announcement}</VisuallyHidden>
      {state.rejecting && (
        <Rejection doc={state.rejecting} onClose={() => dispatch({ kind: 'reject', doc: null })} />
      )}
    </ReviewContext>
  )
}

/** The state of the review with this case open, even in the first render, before the event that opens it is handled. */
function useCase(
  { performer: { id: caseId }, documents }: ReviewCaseDetail,
  { state, dispatch }: Pick<CaseViewProps, 'state' | 'dispatch'>,
) {
  const [of] = useState(() => ({ caseId, documents, at: Date.now() }))
  useLayoutEffect(() => dispatch({ kind: 'open', case: of }), [dispatch, of])
  return { state: state.caseId === caseId ? state : opened(state, of), dispatch }
}

interface DecisionProps {
  hints: readonly Hint[]
  left: number
  onNext: CaseActs['onNext']
}

/** The decision on the active document, with its hints. Hints about the person are shown with the front of the ID. */
function Decision({ hints, left, onNext }: DecisionProps) {
  const { performer, doc, state } = useCurrentReview()
  if (!doc) return null
  return (
    <div className={classes.decision}>
      <PanelHead key={doc.id} title={documentTypeLabels[doc.type]} left={left} />
      <div className={classes.notices}>
        <ClosedCase performer={performer} />
        <Hints hints={hints.filter(({ documentType }) => (documentType ?? 'idFront') === doc.type)} />
      </div>
      <ReviewPanel
        key={`panel ${doc.id}`}
        doc={doc}
        opened={state.displayed.has(doc.id)}
        act={<NextButton onNext={onNext} />}
      />
      <KeyHelp />
    </div>
  )
}
