import { limits } from '@kyc/contract/limits.ts'
import { type PackShape, packShapeLabels, packShapes } from '@kyc/contract/pack-vocabulary.ts'
import { createPack } from '@kyc/contract/packs.ts'
import { Checkbox, Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useSession } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Choices } from '../../ui/Choices.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Dialog, DialogCancel } from '../../ui/Dialog.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshPacks } from './pack-queries.ts'

/** What a pack is made of: titles of one organisation, or a performer. */
export type PackSubject =
  | { readonly videos: readonly { readonly id: string; readonly title: string }[] }
  | { readonly performer: { readonly id: string; readonly name: string } }

const notes = {
  appearanceLaw: '契約書、説明書面、身分証明書、契約・撮影・公開の日付、記録の判定',
  cardBrands: '同意書、契約書、本人確認の書類、同意、公開前の内容の確認、申し出への対応',
  usc2257: '氏名と作品の索引、身分証明書の写し、サイトに表示する文。法律が挙げるものだけです',
  person: '保管している情報のすべて。マスクしません',
} as const satisfies Record<PackShape, string>

/** Creates a pack, and then shows its link, which no later page shows. */
export function CreatePackDialog({ subject, onClose }: { subject: PackSubject; onClose: () => void }) {
  const { isSuperadmin } = useSession()
  const queries = useQueryClient()
  const [made, setMade] = useState<{ url: string; expiresAt: string } | null>(null)
  const form = useFormCall({
    initial: { shape: null as PackShape | null, unmasked: false, unmaskReason: '' },
    schema: createPack.body,
    body: ({ shape, unmasked, unmaskReason }) => ({
      shape,
      ...('videos' in subject
        ? { videoIds: subject.videos.map(({ id }) => id) }
        : { performerId: subject.performer.id }),
      unmaskReason: unmasked || shape === 'person' ? unmaskReason : null,
    }),
    call: (body, idempotencyKey) => call(createPack, { body, idempotencyKey }),
    onDone: async ({ pack, url }) => {
      await refreshPacks(queries)
      setMade({ url, expiresAt: pack.expiresAt })
    },
  })
  if (made) return <LinkDialog {...made} onClose={onClose} />
  const { shape, unmasked } = form.values
  const asksReason = unmasked || shape === 'person'
  const offered = packShapes.filter((each) => each !== 'person' || ('performer' in subject && isSuperadmin))
  const missing = shape === null ? '種類を選択してください' : undefined
  const lacksReason = asksReason && form.values.unmaskReason.trim() === ''
  return (
    <FormDialog
      title="証拠パックの作成"
      size={560}
      submit="作成する"
      failed="作成できませんでした"
      disabledReason={missing ?? (lacksReason ? 'マスクしない理由を入力してください' : undefined)}
      state={form}
      onClose={onClose}
    >
      <p>
        {'videos' in subject
          ? subject.videos.length === 1
            ? `「${subject.videos[0]?.title}」`
            : `選択した動画${formatCount(subject.videos.length)}件`
          : `「${subject.performer.name}」さん`}
        の記録を、1つのZIPにまとめます。相手に渡すリンクは7日間有効で、いつでも取り消せます。
      </p>
      <Choices
        legend="渡す相手"
        options={offered.map((value) => ({ value, label: packShapeLabels[value], note: notes[value] }))}
        value={shape}
        error={form.errors.shape}
        onChange={(chosen) => form.change({ shape: chosen })}
      />
      {!isSuperadmin && (
        <Text size="xs" c="dimmed">
          身分証明書と顔写真は、判読できないようにマスクされます。マスクしないパックは、最高管理者が理由を記録して作成します。
        </Text>
      )}
      {isSuperadmin && shape !== 'person' && (
        <Checkbox
          size="md"
          label="身分証明書と顔写真をマスクしない"
          checked={unmasked}
          onChange={({ currentTarget }) => form.change({ unmasked: currentTarget.checked })}
        />
      )}
      {isSuperadmin && asksReason && (
        <Textarea
          size="md"
          label={<FieldLabel kind="required">マスクしない理由</FieldLabel>}
          aria-label="マスクしない理由"
          aria-required
          description="監査ログに残り、組織のメンバーにも表示されます。"
          rows={3}
          maxLength={limits.textChars}
          {...form.field('unmaskReason')}
        />
      )}
      {form.errors.videoIds && <Alert>{form.errors.videoIds}</Alert>}
    </FormDialog>
  )
}

/** Shows the link once, since the server stores only its hash. */
function LinkDialog({ url, expiresAt, onClose }: { url: string; expiresAt: string; onClose: () => void }) {
  return (
    <Dialog
      title="証拠パックのリンク"
      size={560}
      onClose={onClose}
      footer={<DialogCancel>閉じる</DialogCancel>}
    >
      <Stack gap="sm">
        <Alert tone="wait" role="presentation" title="このリンクは、今だけ表示します">
          閉じる前にコピーして、相手に渡してください。リンクを知っている人は、だれでも開けます。
        </Alert>
        <Text component="output" aria-label="リンク" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <CopyButton worded value={url} label="リンクをコピー" />
        <Text size="xs" c="dimmed">
          <Timestamp listed at={expiresAt} />
          まで開けます。ファイルは作成中で、完成すると相手がダウンロードできます。開かれるたびに、監査ログに残ります。
        </Text>
      </Stack>
    </Dialog>
  )
}
