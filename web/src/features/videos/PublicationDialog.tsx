import { limits } from '@kyc/contract/limits.ts'
import {
  addPublication,
  type Publication,
  publicationInput,
  updatePublication,
} from '@kyc/contract/publications.ts'
import { Autocomplete, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshVideos } from './video-queries.ts'

export interface PublicationDialogProps {
  videoId: string
  /** The publication to end or correct; absent for a new one. */
  publication?: Publication | undefined
  /** The channels of the organisation, to choose from. */
  channels: readonly string[]
  onClose: () => void
}

/** Records, ends or corrects a publication of a video (D97). */
export function PublicationDialog({ videoId, publication, channels, onClose }: PublicationDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: {
      channel: publication?.channel ?? '',
      startedOn: publication?.startedOn ?? '',
      endedOn: publication?.endedOn ?? '',
      address: publication?.address ?? '',
      externalId: publication?.externalId ?? '',
    },
    schema: publicationInput,
    call: (input) =>
      publication
        ? call(updatePublication, {
            params: { id: videoId, publicationId: publication.id },
            body: { ...input, version: publication.version },
          })
        : call(addPublication, { params: { id: videoId }, body: input }),
    onDone: async () => {
      await refreshVideos(queries)
      onClose()
    },
    // The dialog lists what is missing (D106).
    textOf: (error) => (isMissing(error) ? null : failureText(error)),
  })
  const { value, onChange: _, ...channel } = form.field('channel')
  return (
    <FormDialog
      title={publication ? '公開の編集' : '公開の記録'}
      submit={publication ? '保存' : '記録'}
      failed="保存できませんでした"
      state={form}
      onClose={onClose}
    >
      <Autocomplete
        size="md"
        label={<FieldLabel kind="required">公開先</FieldLabel>}
        aria-label="公開先"
        description="ショップ、配信サイト、自社サイトなどの名前です。"
        aria-required
        autoComplete="off"
        maxLength={limits.publications.channelChars}
        data={[...channels]}
        data-autofocus
        {...channel}
        value={value}
        onChange={(name) => form.change({ channel: name })}
      />
      <TextInput
        size="md"
        type="date"
        max="9999-12-31"
        label={<FieldLabel kind="required">公開を開始した日</FieldLabel>}
        aria-label="公開を開始した日"
        aria-required
        {...form.field('startedOn')}
      />
      <TextInput
        size="md"
        type="date"
        max="9999-12-31"
        label={<FieldLabel kind="optional">公開を終了した日</FieldLabel>}
        aria-label="公開を終了した日"
        description="公開が続いている間は、空のままにします。"
        {...form.field('endedOn')}
      />
      <TextInput
        size="md"
        type="url"
        label={<FieldLabel kind="optional">公開先のアドレス</FieldLabel>}
        aria-label="公開先のアドレス"
        autoComplete="off"
        maxLength={limits.publications.addressChars}
        {...form.field('address')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="optional">外部ID</FieldLabel>}
        aria-label="外部ID"
        description="公開先でこの動画を表すIDや品番です。"
        autoComplete="off"
        maxLength={limits.externalIdChars}
        {...form.field('externalId')}
      />
      {isMissing(form.failure) && (
        <Alert title={form.failure.title}>
          <ul>
            {form.failure.errors.map(({ field, message }) => (
              <li key={field}>{message}</li>
            ))}
          </ul>
        </Alert>
      )}
    </FormDialog>
  )
}

/** The refusal of a publication for which the records lack something; `errors` names each blocker. */
function isMissing(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'RECORDS_MISSING'
}
