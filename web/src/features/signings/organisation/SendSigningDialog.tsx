import { getPerformer } from '@kyc/contract/performers.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { sendSigning } from '@kyc/contract/signings.ts'
import { List, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { callQuery } from '../../../api/queries.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { FieldLabel } from '../../../ui/FieldBadge.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { showToast } from '../../../ui/toast.ts'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { refreshSignings } from './signing-queries.ts'

interface SendSigningDialogProps {
  signing: Signing
  name: string
  onClose: () => void
}

/** Offers the contract: the organisation signs by sending it, and the performer gets the link to its page. */
export function SendSigningDialog({ signing: current, name, onClose }: SendSigningDialogProps) {
  // Not a draft that takes its place meanwhile, which has not been read before it is signed.
  const [signing] = useState(current)
  const queries = useQueryClient()
  const performer = useQuery(callQuery(getPerformer, { params: { id: signing.performerId } }))
  const form = useFormCall({
    initial: { email: performer.data?.email ?? '' },
    schema: sendSigning.body,
    body: ({ email }) => ({
      email,
      contractSha256: signing.contractSha256,
      sheetSha256: signing.sheetSha256 ?? '',
    }),
    call: (body) => call(sendSigning, { params: { id: signing.id }, body }),
    onDone: async () => {
      await refreshSignings(queries)
      onClose()
      showToast('ご本人に契約書を送りました')
    },
  })
  return (
    <FormDialog
      title="契約書を送る"
      size={520}
      submit="署名して送る"
      failed="送信できませんでした"
      state={form}
      onClose={onClose}
    >
      <p>
        {name}さんに、契約書と説明書面を読んで署名するためのリンクをメールで送ります。期限は
        {signingLimits.signDays}日後です。
      </p>
      <Alert tone="wait" role="presentation" title="送ると、制作者として署名したことになります">
        <List size="sm" fz="sm">
          <List.Item>契約の申込みの日として、今日が記録されます</List.Item>
          <List.Item>送ったあとは、書面を変更できません</List.Item>
          <List.Item>署名されるまでは、取り消せます</List.Item>
        </List>
      </Alert>
      <TextInput
        size="md"
        label={<FieldLabel kind="required">ご本人のメールアドレス</FieldLabel>}
        aria-label="ご本人のメールアドレス"
        aria-required
        description="署名の確認コードも、このアドレスに届きます。ご本人だけが読めるアドレスを入力してください。"
        type="email"
        autoComplete="off"
        placeholder="name@example.com"
        data-autofocus
        {...form.field('email')}
      />
    </FormDialog>
  )
}
