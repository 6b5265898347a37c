import { limits } from '@kyc/contract/limits.ts'
import { listChannels } from '@kyc/contract/readiness.ts'
import { listVideoShares, shareVideo } from '@kyc/contract/shares.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callQuery, keyOf } from '../../api/queries.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'

/** Shares a video with the organisation or partner of an id: no search shows which exist. */
export function ShareDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const queries = useQueryClient()
  const params = { id: video.id }
  const channels = useQuery(callQuery(listChannels, { params }))
  const form = useFormCall({
    initial: { recipient: '', channelId: '' },
    schema: shareVideo.body,
    call: (body) => call(shareVideo, { params, body }),
    onDone: (after) => {
      queries.setQueryData(keyOf(listVideoShares, { params }), after)
      onClose()
      showToast('動画を共有しました')
    },
  })
  return (
    <FormDialog
      title="動画の共有"
      size={560}
      submit="共有する"
      failed="共有できませんでした"
      disabledReason={form.values.recipient.trim() === '' ? '共有先のIDを入力してください' : undefined}
      state={form}
      onClose={onClose}
    >
      <p>
        共有先は、「{video.title}
        」の確認の結果、その根拠、記録の不足だけを読めます。書類、氏名、生年月日は読めません。出演者は、芸名か番号で表示されます。提携先は、自分のサイトでの公開と停止も記録します。
      </p>
      <TextInput
        size="md"
        label={<FieldLabel kind="required">共有先のID</FieldLabel>}
        aria-label="共有先のID"
        aria-required
        description="組織は組織ID（「組織」の画面に表示されます）、提携先は提携先IDです。共有先から受け取ってください。"
        autoComplete="off"
        maxLength={limits.idChars}
        data-autofocus
        {...form.field('recipient')}
      />
      <NativeSelect
        size="md"
        label={<FieldLabel kind="optional">公開先</FieldLabel>}
        aria-label="公開先"
        description="選ぶと、その公開先の規則で判定します。ほかの公開先は表示されません。提携先では、指定しないと、提携先の名前の公開先になります。"
        data={[
          { value: '', label: '指定しない（すべての公開先に共通する記録）' },
          ...(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={form.values.channelId}
        error={form.errors.channelId}
        onChange={(event) => form.change({ channelId: event.currentTarget.value })}
      />
    </FormDialog>
  )
}
