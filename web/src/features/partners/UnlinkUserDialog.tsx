import { limits } from '@kyc/contract/limits.ts'
import { type Partner, unlinkPartnerUser } from '@kyc/contract/partners.ts'
import { TextInput } from '@mantine/core'
import { call } from '../../api/call.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'

/** Unlinks a user of the partner from an account. */
export function UnlinkUserDialog({ partner, onClose }: { partner: Partner; onClose: () => void }) {
  const form = useFormCall({
    initial: { userId: '' },
    schema: unlinkPartnerUser.body,
    call: (body) => call(unlinkPartnerUser, { params: { id: partner.id }, body }),
    onDone: () => {
      showToast('会員の連携を解除しました')
      onClose()
    },
  })
  return (
    <FormDialog
      title="会員の連携の解除"
      submit="解除する"
      failed="会員の連携を解除できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        <strong>{partner.name}</strong>{' '}
        の会員とアカウントの連携を解除します。会員は、提携先のページから本人確認をやり直せます。
      </p>
      <TextInput
        label="会員ID（user_id）"
        maxLength={limits.partnerTexts.userId}
        autoComplete="off"
        data-autofocus
        {...form.field('userId')}
      />
    </FormDialog>
  )
}
