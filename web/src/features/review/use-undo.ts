import { undoDecision } from '@kyc/contract/case-decisions.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Dispatch } from 'react'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { showToast } from '../../ui/toast.ts'
import { refreshPerformers } from '../documents/refresh-performers.ts'
import { showDecisions } from './after-decision.ts'
import type { Decision, ReviewEvent, ReviewState } from './review-state.ts'

interface Undoing {
  readonly performer: Performer
  readonly onUndone?: () => void
}

/** Shows what was decided and, if `decidedAt` names the decision, offers to undo it for a while (D123). */
export function useUndo({ performer, onUndone }: Undoing, dispatch: Dispatch<ReviewEvent>) {
  const queries = useQueryClient()
  const undo = async (decidedAt: string, drafts: ReviewState['drafts']) => {
    try {
      const documents = await call(undoDecision, { params: { id: performer.id }, body: { decidedAt } })
      showDecisions(queries, documents)
      dispatch({ kind: 'undone', documents, drafts })
      onUndone?.()
      showToast('取り消しました')
    } catch (error) {
      showToast(`取り消しに失敗しました。${failureText(error)}`, 'bad')
    }
    await refreshPerformers(queries)
  }
  return (
    decision: Decision,
    documents: readonly PerformerDocument[],
    drafts: ReviewState['drafts'],
    decidedAt: string | null,
  ) => {
    const entered = Object.entries(drafts).filter(([id]) => documents.some((doc) => doc.id === id))
    const act = decidedAt !== null && {
      label: '取り消す',
      letter: 'z',
      lasts: recordLimits.review.undo,
      run: () => void undo(decidedAt, Object.fromEntries(entered)),
    }
    showToast(decidedText(performer, decision, documents), 'ok', act || undefined)
  }
}

/** 山田 花子さんの身分証明書表面ほか1件を差し戻しました */
function decidedText(
  { name }: Performer,
  decision: Decision,
  [first, ...others]: readonly PerformerDocument[],
): string {
  const label = first ? documentTypeLabels[first.type] : '書類'
  return `${name}さんの${label}${others.length > 0 ? `ほか${others.length}件` : ''}を${decision}しました`
}
