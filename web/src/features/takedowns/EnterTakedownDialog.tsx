import { limits } from '@kyc/contract/limits.ts'
import { takedownKindIds, takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import { createTakedown } from '@kyc/contract/takedowns.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { paths } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useGo } from '../../ui/go.tsx'
import { instantOfLocal, localMinute } from '../../ui/local-minute.ts'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { DayField } from '../documents/DayField.tsx'
import { refreshTakedowns } from './takedown-queries.ts'
import { kindText } from './takedown-text.ts'

export interface EnterTakedownDialogProps {
  video: { readonly id: string; readonly title: string }
  /** The performers of the video. */
  performers: readonly { readonly id: string; readonly name: string }[]
  onClose: () => void
}

const chooseFirst = { value: '', label: '選択してください' }

const kinds = [
  chooseFirst,
  ...(['本人からの申し出', '団体・事業者・警察からの申し出'] as const).map((group, index) => ({
    group,
    items: takedownKindIds
      .filter((kind) => takedownKinds[kind].byPerson === (index === 0))
      .map((kind) => ({ value: kind, label: kindText(kind) })),
  })),
]

/** Enters a request that arrived by mail, letter or message. It asks for no reason: receipt alone stops the title (D108). */
export function EnterTakedownDialog({ video, performers, onClose }: EnterTakedownDialogProps) {
  const queries = useQueryClient()
  const go = useGo()
  const form = useFormCall({
    initial: { kind: '', performerId: '', text: '', channel: '', sentOn: '', receivedAt: localMinute() },
    schema: createTakedown.body,
    body: ({ sentOn, receivedAt, ...values }) => ({
      ...values,
      videoId: video.id,
      sentOn: sentOn || null,
      receivedAt: instantOfLocal(receivedAt),
    }),
    call: (body, idempotencyKey) => call(createTakedown, { body, idempotencyKey }),
    onDone: async ({ id }) => {
      await refreshTakedowns(queries)
      onClose()
      await go(paths.takedown(id))
      showToast('申し出を記録し、公開を止めました')
    },
  })
  return (
    <FormDialog
      title="申し出を記録"
      size={560}
      submit="記録して公開を止める"
      failed="記録できませんでした"
      state={form}
      onClose={onClose}
    >
      <Alert tone="wait" role="presentation" title="記録すると、すぐに公開を止めます">
        「{video.title}
        」と、この作品から作られたすべての動画が対象です。公開中の公開先には、停止の依頼が作られます。理由を尋ねる必要はありません。
      </Alert>
      <NativeSelect
        size="md"
        label={<FieldLabel kind="required">申し出の種類</FieldLabel>}
        aria-label="申し出の種類"
        aria-required
        data={kinds}
        value={form.values.kind}
        error={form.errors.kind}
        onChange={(event) => form.change({ kind: event.currentTarget.value })}
        data-autofocus
      />
      {performers.length > 0 && (
        <NativeSelect
          size="md"
          label={<FieldLabel kind="optional">出演者</FieldLabel>}
          aria-label="出演者"
          description="出演者からの申し出では、受け付けを確認したときに、この方の出演の終了を記録します。"
          data={[
            { value: '', label: '指定しない' },
            ...performers.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={form.values.performerId}
          error={form.errors.performerId}
          onChange={(event) => form.change({ performerId: event.currentTarget.value })}
        />
      )}
      <Textarea
        size="md"
        label={<FieldLabel kind="required">申し出の内容</FieldLabel>}
        aria-label="申し出の内容"
        aria-required
        description="届いた文面をそのまま記入してください。"
        rows={4}
        maxLength={limits.textChars}
        {...form.field('text')}
      />
      <TextInput
        size="md"
        label={<FieldLabel kind="optional">届いた方法</FieldLabel>}
        aria-label="届いた方法"
        placeholder="例：メール、手紙、SNSのメッセージ"
        autoComplete="off"
        maxLength={limits.titleFacts.chars}
        {...form.field('channel')}
      />
      <DayField
        size="md"
        label={<FieldLabel kind="optional">送信された日</FieldLabel>}
        aria-label="送信された日"
        placeholder="例：20251104、令和7年11月4日"
        value={form.values.sentOn}
        error={form.errors.sentOn}
        onChange={(sentOn) => form.change({ sentOn })}
      />
      <TextInput
        size="md"
        type="datetime-local"
        label={<FieldLabel kind="required">受け取った日時</FieldLabel>}
        aria-label="受け取った日時"
        aria-required
        description="日本時間です。期限はこの日時から数えます。"
        max={localMinute()}
        {...form.field('receivedAt')}
      />
    </FormDialog>
  )
}
