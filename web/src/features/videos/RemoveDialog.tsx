import type { ListedPerformer } from '@kyc/contract/performers.ts'
import { removeVideoPerformer, type Video } from '@kyc/contract/videos.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { refreshVideos } from './video-queries.ts'

export interface RemoveDialogProps {
  video: Video
  performer: ListedPerformer
  onClose: () => void
  onRemoved: () => void
}

/** Removes a performer from the video; the record remains. */
export function RemoveDialog({ video, performer, onClose, onRemoved }: RemoveDialogProps) {
  const queries = useQueryClient()
  return (
    <ActDialog
      title="動画からの削除"
      confirm="削除"
      danger
      act={() => call(removeVideoPerformer, { params: { id: video.id, performerId: performer.id } })}
      onDone={async () => {
        await refreshVideos(queries)
        onRemoved()
        showToast(`${performer.name} を動画から削除しました`)
      }}
      failed={(reason) => `削除に失敗しました：${reason}`}
      onClose={onClose}
    >
      <strong>{performer.name}</strong> をこの動画から削除しますか？
      <br />
      出演者の登録内容と書類はそのまま残ります。
    </ActDialog>
  )
}
