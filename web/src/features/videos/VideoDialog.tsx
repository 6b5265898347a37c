import { limits } from '@kyc/contract/limits.ts'
import { createVideo, updateVideo, type Video } from '@kyc/contract/videos.ts'
import { Alert, Button, Modal, TextInput } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import form from '../../ui/form.module.css'
import { changesOf, newVideo, type VideoValues, valuesOf } from './video-form.ts'
import { refreshVideos } from './video-queries.ts'

export interface VideoDialogProps {
  /** The one to be changed; absent for a new one. */
  video?: Video
  onClose: () => void
  onSaved: (video: Video) => void
}

/** Title and external id, of a new video or of one that is there (D23). A repeat makes no second video (D20). */
export function VideoDialog({ video, onClose, onSaved }: VideoDialogProps) {
  const queries = useQueryClient()
  const [values, setValues] = useState<VideoValues>(() => valuesOf(video))
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [untitled, setUntitled] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      video
        ? call(updateVideo, { params: { id: video.id }, body: changesOf(video, values) })
        : call(createVideo, { body: newVideo(values), idempotencyKey: key }),
    onSuccess: async (saved) => {
      await refreshVideos(queries)
      onSaved(saved)
    },
  })
  const change = (part: Partial<VideoValues>) => {
    setValues({ ...values, ...part })
    setKey(crypto.randomUUID())
    setUntitled(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = values.title.trim() === ''
    setUntitled(missing)
    if (missing || save.isPending) return
    if (video && Object.keys(changesOf(video, values)).length === 0) onClose()
    else save.mutate()
  }
  const close = () => {
    if (!save.isPending) onClose()
  }
  const errors = fieldErrors(save.error)
  const taken = save.error instanceof ApiError && save.error.code === 'EXTERNAL_ID_TAKEN'
  const externalIdError = taken ? failureText(save.error) : errors.externalId
  return (
    <Modal
      opened
      onClose={close}
      title={video ? '動画の編集' : '新しい動画'}
      size={480}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': '閉じる', disabled: save.isPending }}
    >
      <form onSubmit={submit} noValidate className={form.form}>
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
          maxLength={100}
          value={values.externalId}
          error={externalIdError}
          onChange={(event) => change({ externalId: event.currentTarget.value })}
        />
        {save.isError && !externalIdError && !errors.title && (
          <Alert color="red" role="alert" title="保存できませんでした">
            {failureText(save.error)}
          </Alert>
        )}
        <div className={form.foot}>
          <Button variant="default" size="md" onClick={close} disabled={save.isPending}>
            キャンセル
          </Button>
          <Button type="submit" size="md" loading={save.isPending}>
            {video ? '保存' : '登録'}
          </Button>
        </div>
      </form>
    </Modal>
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
