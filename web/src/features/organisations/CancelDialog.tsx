import { addDays, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { cancelOrganisation, withdrawCancellation } from '@kyc/contract/organisation-cancellation.ts'
import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ActDialog } from '../../ui/ActDialog.tsx'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { refreshOrganisations } from './organisation-queries.ts'

interface CancelDialogProps {
  organisation: Pick<Organisation, 'id' | 'name' | 'cancelledOn'>
  onClose: () => void
}

/** Records or changes the day of the cancellation. */
export function CancelDialog({ organisation: { id, name, cancelledOn }, onClose }: CancelDialogProps) {
  const queries = useQueryClient()
  const form = useFormCall({
    initial: { cancelledOn: cancelledOn ?? dayInJapan(new Date()) },
    schema: cancelOrganisation.body,
    call: (body) => call(cancelOrganisation, { params: { id }, body }),
    onDone: async () => {
      await refreshOrganisations(queries)
      onClose()
      showToast('解約日を記録しました')
    },
  })
  const { cancelledOn: chosen } = form.values
  return (
    <FormDialog
      title="組織の解約"
      submit={cancelledOn === null ? '解約する' : '変更する'}
      disabledReason={chosen === cancelledOn ? '変更はありません' : undefined}
      failed="記録できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>を解約します。代表の全員にメールでお知らせします。登録した内容は残ります。
      </p>
      <TextInput
        size="md"
        type="date"
        max="9999-12-31"
        label={<FieldLabel kind="required">解約日</FieldLabel>}
        aria-label="解約日"
        aria-required
        description={chosen === '' ? undefined : `${lastDay(chosen)}まで利用でき、その後に利用を停止します。`}
        data-autofocus
        {...form.field('cancelledOn')}
      />
    </FormDialog>
  )
}

const lastDay = (day: string) => dateInWords(addDays(day, limits.policy.contentKeptDays))

/** Withdraws the cancellation. */
export function WithdrawDialog({ organisation: { id, name }, onClose }: CancelDialogProps) {
  const queries = useQueryClient()
  const onDone = async () => {
    await refreshOrganisations(queries)
    onClose()
    showToast('解約を取り消しました')
  }
  return (
    <ActDialog
      title="解約の取り消し"
      confirm="取り消す"
      act={() => call(withdrawCancellation, { params: { id } })}
      onClose={onClose}
      onDone={onDone}
    >
      <strong>{name}</strong>の解約を取り消しますか？
      <br />
      続けて利用できるようになり、代表の全員にメールでお知らせします。
    </ActDialog>
  )
}
