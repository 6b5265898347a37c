import { limits } from '@kyc/contract/limits.ts'
import { createVideo, updateVideo, type Video } from '@kyc/contract/videos.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useOrganisationId } from '../../session/use-organisations.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { changesOf, newVideo, valuesOf } from './video-form.ts'
import { refreshVideos } from './video-queries.ts'

export interface VideoDialogProps {
  /** The video to edit; absent for a new one. */
  video?: Video
  onClose: () => void
  onSaved: (video: Video) => void
}

/**
 * Title and external id of a new or existing video. A retry does not create another video (D20). Only
 * changed fields are sent, so that concurrent changes of other fields are not reverted (D42).
 */
export function VideoDialog({ video, onClose, onSaved }: VideoDialogProps) {
  const queries = useQueryClient()
  const organisation = useOrganisationId()
  const form = useFormCall({
    initial: valuesOf(video),
    schema: createVideo.body,
    body: newVideo,
    call: (body, idempotencyKey, before) =>
      video
        ? call(updateVideo, { params: { id: video.id }, body: changesOf(before, body) })
        : call(createVideo, { query: { organisation }, body, idempotencyKey }),
    onDone: async (saved) => {
      await refreshVideos(queries)
      onSaved(saved)
    },
  })
  const unchanged = video && Object.keys(changesOf(form.before, form.values)).length === 0
  return (
    <FormDialog
      title={video ? '動画の編集' : '新しい動画'}
      submit={video ? '保存' : '登録'}
      disabledReason={unchanged ? '変更はありません' : undefined}
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label={<FieldLabel kind="required">タイトル</FieldLabel>}
        aria-label="タイトル"
        aria-required
        autoComplete="off"
        maxLength={limits.videoTitleChars}
        data-autofocus
        {...form.field('title')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="optional">外部ID</FieldLabel>}
        aria-label="外部ID"
        description="動画サービスでこの動画を表すIDです。"
        autoComplete="off"
        maxLength={limits.externalIdChars}
        {...form.field('externalId')}
      />
    </FormDialog>
  )
}
