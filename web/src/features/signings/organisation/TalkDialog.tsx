import type { Signing } from '@kyc/contract/signing-schema.ts'
import { recordTalk } from '@kyc/contract/signings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { refreshSignings } from './signing-queries.ts'
import { TalkField } from './TalkField.tsx'

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
      <TalkField label="説明した人" field={form.field('by')} />
      <TalkField label="説明した日" type="date" field={form.field('on')} />
      <TalkField label="説明の時間（分）" type="number" field={form.field('minutes')} />
      <TalkField label="説明の言語" field={form.field('language')} />
    </FormDialog>
  )
}
