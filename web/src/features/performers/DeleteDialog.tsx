import { deleteDraft } from '@kyc/contract/performer-drafts.ts'
import { deletePerformer, type Performer } from '@kyc/contract/performers.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { useGo } from '../../ui/go.tsx'
import { showToast } from '../../ui/toast.ts'

export interface DeleteDialogProps {
  performer: Performer
  /** Whether a member deletes a draft of its organisation; otherwise an admin deletes the performer. */
  draft: boolean
  onClose: () => void
}

/** 出演者の削除. The record disappears from every screen at once. */
export function DeleteDialog({ performer, draft, onClose }: DeleteDialogProps) {
  const queries = useQueryClient()
  const go = useGo()
  const removed = async () => {
    await go(paths.performers())
    showToast(`${performer.name} を削除しました`)
    queries.removeQueries({ queryKey: queryKey('performers.get', { id: performer.id }) })
    queries.removeQueries({ queryKey: queryKey('videos') })
    await queries.invalidateQueries({ queryKey: queryKey('performers') })
    await queries.invalidateQueries({ queryKey: queryKey('dashboard') })
  }
  return (
    <ActDialog
      title={draft ? '下書きの削除' : '出演者の削除'}
      confirm="削除"
      danger
      act={() => call(draft ? deleteDraft : deletePerformer, { params: { id: performer.id } })}
      onDone={removed}
      failed={(reason) => `削除に失敗しました：${reason}`}
      onClose={onClose}
    >
      <strong>{performer.name}</strong> を削除しますか？
      <br />
      この操作は取り消せません。
    </ActDialog>
  )
}
