import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { ReviewCaseDetail } from '@kyc/contract/review.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconZoomExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { failedQuery, isGone } from '../../../api/failed-query.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import { ClosedCase } from '../ClosedCase.tsx'
import { nextPending } from '../next-pending.ts'
import { PerformerHints } from '../PerformerHints.tsx'
import { CasePanes } from '../panes/CasePanes.tsx'
import { type PanesView, type Synchronised, usePanesView } from '../panes/panes-view.ts'
import { caseQuery } from '../panes/prefetch-case.ts'
import { ReviewPanel } from '../ReviewPanel.tsx'
import type { Rejected, Rejecting } from '../rejection/RejectDialog.tsx'
import { Rejection } from '../rejection/Rejection.tsx'
import { suggestedCodes, useReviewDrafts } from '../review-draft.ts'
import { CaseAside } from './CaseAside.tsx'
import { CaseHead } from './CaseHead.tsx'
import { DeskSkeleton } from './DeskSkeleton.tsx'
import { KeyHints, NextButton, PanelHead } from './PanelParts.tsx'
import classes from './review.module.css'
import { useAside } from './use-aside.ts'
import { useClaim } from './use-claim.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { firstType, usePinned } from './use-pinned.ts'

/**
 * On screen; ahead of that, drawn from what was prefetched; or after the last decision, until the server has
 * accepted it.
 */
export type Stage = 'ahead' | 'open' | 'leaving'

export interface CaseViewProps {
  id: string
  stage: Stage
  synchronised: Synchronised
  /** Absent if there is no other case. */
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  /** Shows the queue of narrow windows. */
  onQueue: () => void
  /** The approval of the last document is on its way. */
  onSent: () => void
  /** The server did not accept it. */
  onRefused: () => void
  /** Nothing is left to decide in this case. */
  onFinished: () => void
}

/** Milliseconds after which the end of the claim of another account appears. */
const refresh = 20_000

/** One case of the desk. While it is not on screen, it has its place and its size, and neither focus nor keys. */
export function CaseView(props: CaseViewProps) {
  const open = props.stage === 'open'
  return (
    <div className={classes.layer} inert={!open} style={open ? undefined : { visibility: 'hidden' }}>
      <LoadedCase {...props} />
    </div>
  )
}

function LoadedCase(props: CaseViewProps) {
  const { id, stage, synchronised } = props
  const panes = usePanesView(synchronised)
  const detail = useQuery({
    ...caseQuery(id),
    enabled: stage !== 'ahead',
    refetchInterval: ({ state: { data } }) => (data?.claim && !data.claim.mine ? refresh : false),
  })
  const gone = isGone(detail)
  if (detail.data && !gone) return <OpenCase {...props} panes={panes} detail={detail.data} />
  if (stage === 'ahead') return null
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

interface OpenCaseProps extends CaseViewProps {
  panes: PanesView
  detail: ReviewCaseDetail
}

function OpenCase(props: OpenCaseProps) {
  const { stage, panes, detail, onNext, onSent, onRefused, onFinished } = props
  const { performer, documents: current, claim } = detail
  const open = stage === 'open'
  const { documents, pin } = usePinned(current)
  const [active, setActive] = useState(() => firstType(documents))
  const [announcement, setAnnouncement] = useState('')
  const [rejecting, setRejecting] = useState<Rejecting | null>(null)
  useReturnFocus(rejecting !== null)
  const drafts = useReviewDrafts(performer)
  const doc = documents.find(({ type }) => type === active) ?? documents[0]
  const held = claim && !claim.mine ? claim : null
  const left = current.filter(({ status }) => status === 'pending').length
  const { ready, takeOver } = useClaim({
    id: performer.id,
    wanted: stage !== 'ahead' && left > 0 && !held && !performer.caseClosed,
    shown: panes.state.displayed,
  })
  const settled = useSettled(open)
  const aside = useAside()
  useDeskKeys({ on: open, panes, documents, active: doc?.type, onActivate: setActive, onNote: aside.write })
  if (!doc)
    return (
      <div className={classes.case}>
        <CaseHead {...props} onTakeOver={takeOver} />
        <EmptyState title="提出された書類はありません" />
      </div>
    )
  const label = documentTypeLabels[doc.type]
  const newest = current.find(({ type }) => type === doc.type)
  const suggested = (each: PerformerDocument) =>
    suggestedCodes(each, drafts.of(each), performer.date_of_birth)
  const decided = (act: '承認' | '差し戻', { documents: ofAct, closed }: Rejected) => {
    setRejecting(null)
    const next = closed ? undefined : nextPending(documents, current, ofAct)
    if (!next) return onFinished()
    setAnnouncement(`${label}を${act}しました。次は${documentTypeLabels[next.type]}です。`)
    setActive(next.type)
  }
  const refusal = held ? `${held.by}さんが審査中です。` : undefined
  return (
    <>
      <div className={classes.case}>
        <CaseHead {...props} onTakeOver={takeOver} />
        <CasePanes
          performerName={performer.name}
          documents={documents}
          active={doc.type}
          onActivate={setActive}
          panes={panes}
          ahead={stage === 'ahead'}
          aside={<CaseAside detail={detail} {...aside} />}
          review={{
            performer,
            current,
            decide: false,
            drafts,
            refusal,
            onReject: (of, suggestedOf, onRejected) =>
              setRejecting({
                doc: of,
                suggested: suggestedOf,
                onRejected: (rejected) => {
                  setRejecting(null)
                  onRejected(rejected)
                },
              }),
            onNote: () => {
              panes.dispatch({ kind: 'fullScreen', type: null })
              aside.write()
            },
            onFinished,
          }}
        />
      </div>
      <div className={classes.decision}>
        <PanelHead key={doc.id} title={label} left={left} open={open} />
        <div className={classes.notices}>
          <ClosedCase performer={performer} />
          <PerformerHints performerId={performer.id} />
        </div>
        <ReviewPanel
          key={`panel ${doc.id}`}
          performer={performer}
          doc={doc}
          newest={newest}
          opened={open && panes.state.displayed.has(doc.id)}
          backStored={current.some(({ type }) => type === 'idBack')}
          autoFocus={false}
          draft={drafts.of(doc)}
          refusal={refusal}
          before={ready}
          settled={settled}
          act={<NextButton onNext={onNext} />}
          onDraft={(draft) => drafts.change(doc, draft)}
          onSent={() => {
            if (!nextPending(documents, current, [doc])) onSent()
          }}
          onRefused={onRefused}
          onApproved={() => decided('承認', { documents: [doc], closed: false })}
          onReject={() =>
            setRejecting({ doc, suggested, onRejected: (rejected) => decided('差し戻', rejected) })
          }
          onViewNewest={() => newest && pin(newest)}
        />
        <KeyHints />
      </div>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {rejecting && (
        <Rejection
          {...rejecting}
          performer={performer}
          current={current}
          dimensionsOf={() => undefined}
          onViewed={pin}
          onClose={() => setRejecting(null)}
        />
      )}
    </>
  )
}

/** Milliseconds. The second press would mark everything in the next case as missing. */
const doublePress = 400

/** Whether the case has been on screen for longer than a double press takes. */
function useSettled(open: boolean): () => boolean {
  const since = useRef(0)
  useEffect(() => {
    if (open) since.current = Date.now()
  }, [open])
  return () => Date.now() - since.current > doublePress
}
