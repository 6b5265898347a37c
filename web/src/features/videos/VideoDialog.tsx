import { limits } from '@kyc/contract/limits.ts'
import { createVideo, updateVideo, type Video } from '@kyc/contract/videos.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { changesOf, newVideo, type VideoValues, valuesOf } from './video-form.ts'
import { refreshVideos } from './video-queries.ts'

export interface VideoDialogProps {
  /** The video to edit; absent for a new one. */
  video?: Video
  onClose: () => void
  onSaved: (video: Video) => void
}

/** Title and external id of a new or existing video (D23). A retry does not create another video (D20). */
export function VideoDialog({ video, onClose, onSaved }: VideoDialogProps) {
  const queries = useQueryClient()
  // The state when the dialog opened, so that concurrent changes of other fields are not reverted (D42).
  const [before] = useState(video)
  const [values, setValues] = useState<VideoValues>(() => valuesOf(before))
  const idempotencyKey = useIdempotencyKey(values)
  const [untitled, setUntitled] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      before
        ? call(updateVideo, { params: { id: before.id }, body: changesOf(before, values) })
        : call(createVideo, { body: newVideo(values), idempotencyKey }),
    onSuccess: async (saved) => {
      await refreshVideos(queries)
      onSaved(saved)
    },
  })
  const change = (part: Partial<VideoValues>) => {
    setValues({ ...values, ...part })
    setUntitled(false)
  }
  const submit = () => {
    const missing = values.title.trim() === ''
    setUntitled(missing)
    if (missing) return
    if (before && Object.keys(changesOf(before, values)).length === 0) onClose()
    else save.mutate()
  }
  const errors = fieldErrors(save.error)
  const idTaken = save.error instanceof ApiError && save.error.code === 'EXTERNAL_ID_TAKEN'
  const externalIdError = idTaken ? failureText(save.error) : errors.externalId
  const otherError = save.isError && !externalIdError && !errors.title
  return (
    <FormDialog
      title={video ? '動画の編集' : '新しい動画'}
      submit={video ? '保存' : '登録'}
      busy={save.isPending}
      failed="保存できませんでした"
      error={otherError ? failureText(save.error) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label={<FieldLabel name="タイトル" kind="required" />}
        aria-label="タイトル"
        aria-required
        autoComplete="off"
        maxLength={limits.videoTitleChars}
        value={values.title}
        error={untitled ? 'タイトルを入力してください。' : errors.title}
        data-autofocus
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <TextInput
        size="md"
        label={<FieldLabel name="外部ID" kind="optional" />}
        aria-label="外部ID"
        description="動画サービスでこの動画を表すIDです。"
        autoComplete="off"
        maxLength={limits.externalIdChars}
        value={values.externalId}
        error={externalIdError}
        onChange={(event) => change({ externalId: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

function FieldLabel({ name, kind }: { name: string; kind: 'required' | 'optional' }) {
  return (
    <>
      {name}
      <FieldBadge kind={kind} />
    </>
  )
}
