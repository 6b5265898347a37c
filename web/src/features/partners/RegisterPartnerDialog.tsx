import { createPartner } from '@kyc/contract/partners.ts'
import { TextInput } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { failureText, fieldErrors } from '../../api/failure-text.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { paths } from '../../paths.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useGo } from '../../ui/go.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { CredentialsDialog } from './CredentialsDialog.tsx'
import { NameFields, OriginFields, type PartnerValues } from './PartnerFields.tsx'
import { originsOf } from './partner-text.ts'

const nothing: PartnerValues = {
  companyId: '',
  name: '',
  mode: 'test',
  callbackOrigins: '',
  redirectOrigins: '',
  referrerOrigins: '',
}

/** Registers a partner and shows its key and secret, this once (D33). A repeat makes no second partner (D20). */
export function RegisterPartnerDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const go = useGo()
  const [values, setValues] = useState(nothing)
  const idempotencyKey = useIdempotencyKey(values)
  const register = useMutation({
    mutationFn: () =>
      call(createPartner, {
        body: {
          companyId: values.companyId,
          name: values.name,
          mode: values.mode,
          callbackOrigins: originsOf(values.callbackOrigins),
          redirectOrigins: originsOf(values.redirectOrigins),
          referrerOrigins: originsOf(values.referrerOrigins),
        },
        idempotencyKey,
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.partners }),
  })
  const done = register.data
  if (done) {
    return (
      <CredentialsDialog
        name={done.partner.name}
        apiKey={done.apiKey}
        signingSecret={done.signingSecret}
        onClose={() => void go(paths.partner(done.partner.id))}
      />
    )
  }
  const taken = register.error instanceof ApiError && register.error.code === 'COMPANY_ID_TAKEN'
  const errors = fieldErrors(register.error)
  const untold = register.isError && !taken && Object.keys(errors).length === 0
  const change = (part: Partial<PartnerValues>) => setValues({ ...values, ...part })
  return (
    <FormDialog
      title="提携先を登録"
      size={560}
      submit="登録する"
      busy={register.isPending}
      failed="登録できませんでした"
      error={untold ? failureText(register.error) : null}
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
        error={taken ? failureText(register.error) : errors.companyId}
        onChange={(event) => change({ companyId: event.currentTarget.value })}
      />
      <OriginFields values={values} errors={errors} onChange={change} />
    </FormDialog>
  )
}
