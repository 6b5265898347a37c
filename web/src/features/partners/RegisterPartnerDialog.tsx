import { createPartner } from '@kyc/contract/partners.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { queryKey } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useGo } from '../../ui/go.tsx'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { CredentialsDialog } from './CredentialsDialog.tsx'
import { NameFields, OriginFields, type PartnerValues } from './PartnerFields.tsx'
import { parseOrigins } from './partner-text.ts'

const emptyValues: PartnerValues = {
  companyId: '',
  name: '',
  mode: 'test',
  callbackOrigins: '',
  redirectOrigins: '',
  referrerOrigins: '',
}

/** Registers a partner; shows key and secret once (D33). A retry creates no duplicate (D20). */
export function RegisterPartnerDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const go = useGo()
  const [values, setValues] = useState(emptyValues)
  const idempotencyKey = useIdempotencyKey(values)
  const register = useMutation({
    mutationFn: () =>
      call(createPartner, {
        body: {
          companyId: values.companyId,
          name: values.name,
          mode: values.mode,
          callbackOrigins: parseOrigins(values.callbackOrigins),
          redirectOrigins: parseOrigins(values.redirectOrigins),
          referrerOrigins: parseOrigins(values.referrerOrigins),
        },
        idempotencyKey,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKey('partners') }),
  })
  const created = register.data
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
  const idTaken = register.error instanceof ApiError && register.error.code === 'COMPANY_ID_TAKEN'
  const errors = fieldErrors(register.error)
  const otherError = register.isError && !idTaken && Object.keys(errors).length === 0
  const change = (part: Partial<PartnerValues>) => setValues({ ...values, ...part })
  return (
    <FormDialog
      title="提携先を登録"
      size={560}
      submit="登録する"
      busy={register.isPending}
      failed="登録できませんでした"
      error={otherError ? failureText(register.error) : null}
      onSubmit={() => register.mutate()}
      onClose={onClose}
    >
      <NameFields values={values} errors={errors} onChange={change} />
      <TextInput
        size="md"
        label={
          <>
            会社ID <FieldBadge kind="required" />
          </>
        }
        aria-required
        description="提携先が company_id として送る値です。あとから変更できません。"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.companyId}
        error={idTaken ? failureText(register.error) : errors.companyId}
        onChange={(event) => change({ companyId: event.currentTarget.value })}
      />
      <OriginFields values={values} errors={errors} onChange={change} />
    </FormDialog>
  )
}
