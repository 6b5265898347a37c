import { limits } from '@kyc/contract/limits.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { recordTalk } from '@kyc/contract/signings.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { refreshSignings } from './signing-queries.ts'

/** Records that the contract was explained (5条). */
export function TalkDialog({ signing, onClose }: { signing: Signing; onClose: () => void }) {
  const queries = useQueryClient()
  const { by, on, language, minutes } = signing.talk
  const form = useFormCall({
    initial: { by, on, language, minutes: minutes === null ? '' : String(minutes) },
    schema: recordTalk.body,
    body: ({ minutes: entered, ...talk }) => ({ ...talk, minutes: entered === '' ? null : Number(entered) }),
    call: (body) => call(recordTalk, { params: { id: signing.id }, body }),
    onDone: async () => {
      await refreshSignings(queries)
      onClose()
      showToast('説明を記録しました')
    },
  })
  const text = (name: 'by' | 'language' | 'minutes', label: string) => (
    <TextInput
      size="md"
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      aria-required
      autoComplete="off"
      maxLength={limits.titleFacts.chars}
      {...(name === 'minutes' && { inputMode: 'numeric' as const })}
      {...form.field(name)}
    />
  )
  return (
    <FormDialog
      title="契約の説明の記録"
      submit="記録する"
      failed="記録できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        契約書と説明書面を出演者に示して、内容を説明したことを記録します。この記録がないと、出演者は署名できません。
      </p>
      {text('by', '説明した人')}
      <TextInput
        size="md"
        type="date"
        max="9999-12-31"
        label={<FieldLabel kind="required">説明した日</FieldLabel>}
        aria-label="説明した日"
        aria-required
        {...form.field('on')}
      />
      {text('minutes', '説明の時間（分）')}
      {text('language', '説明の言語')}
    </FormDialog>
  )
}
