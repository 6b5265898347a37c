import { createPartner } from '@kyc/contract/partners.ts'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useGo } from '../../ui/go.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { CredentialsDialog } from './CredentialsDialog.tsx'
import { NameFields, OriginFields, type PartnerValues } from './PartnerFields.tsx'
import { originsOf } from './partner-values.ts'

const initial: PartnerValues = {
  companyId: '',
  name: '',
  mode: 'test',
  callbackOrigins: '',
  redirectOrigins: '',
  referrerOrigins: '',
}

/** Registers a partner; shows key and secret once. A retry creates no duplicate. */
export function RegisterPartnerDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const go = useGo()
  const form = useFormCall({
    initial,
    schema: createPartner.body,
    body: (values) => ({ ...values, ...originsOf(values) }),
    call: (body, idempotencyKey) => call(createPartner, { body, idempotencyKey }),
    onDone: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
  const created = form.reply
  if (created) {
    return (
      <CredentialsDialog
        name={created.partner.name}
        apiKey={created.apiKey}
        signingSecret={created.signingSecret}
        onClose={() => void go(paths.partner(created.partner.id))}
      />
    )
  }
  return (
    <FormDialog
      title="提携先を登録"
      size={560}
      submit="登録する"
      failed="登録できませんでした"
      state={form}
      onClose={onClose}
    >
      <NameFields {...form} />
      <TextInput
        size="md"
        label={<FieldLabel kind="required">会社ID</FieldLabel>}
        aria-required
        description="提携先が company_id として送る値です。あとから変更できません。"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('companyId')}
      />
      <OriginFields {...form} />
    </FormDialog>
  )
}
