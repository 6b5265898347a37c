import { partnerModeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type PartnerMode, partnerModes } from '@kyc/contract/partners.ts'
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import type { FieldProps } from '../../ui/use-form-call.ts'

/** Form values of a partner; lists of origins are text, one per line. */
export interface PartnerValues {
  companyId: string
  name: string
  mode: PartnerMode
  callbackOrigins: string
  redirectOrigins: string
  referrerOrigins: string
}

/** Part of the result of useFormCall. */
export interface FieldsProps<Field extends keyof PartnerValues> {
  values: Pick<PartnerValues, Field>
  errors: Readonly<Record<string, string | undefined>>
  field: (name: Field) => FieldProps
  change: (part: Partial<Pick<PartnerValues, Field>>) => void
}

export function NameFields({ values, errors, field, change }: FieldsProps<'name' | 'mode'>) {
  return (
    <>
      <TextInput
        size="md"
        label={<FieldLabel kind="required">提携先名</FieldLabel>}
        aria-required
        description="本人確認の画面で、会員に表示されます。"
        autoComplete="off"
        maxLength={limits.nameChars}
        data-autofocus
        {...field('name')}
      />
      <NativeSelect
        size="md"
        label="種別"
        description="テストは、提携先の開発中に使います。画面に「テスト」と表示されます。"
        data={partnerModes.map((mode) => ({ value: mode, label: partnerModeLabels[mode] }))}
        value={values.mode}
        error={errors.mode}
        onChange={(event) => change({ mode: event.currentTarget.value === 'live' ? 'live' : 'test' })}
      />
    </>
  )
}

type OriginField = 'callbackOrigins' | 'redirectOrigins' | 'referrerOrigins'

const lists = [
  {
    name: 'callbackOrigins',
    label: 'コールバックの送信先',
    need: 'required',
    description: '認証結果を送る先です。https:// で始まるオリジンを、1行に1件ずつ入力してください。',
  },
  {
    name: 'redirectOrigins',
    label: '戻り先',
    need: 'optional',
    description: '完了後に会員が戻るページのオリジンです。空欄の場合、redirect_url は使えません。',
  },
  {
    name: 'referrerOrigins',
    label: '参照元',
    need: 'optional',
    description:
      'これ以外のページから開かれると、画面に警告を表示します。空欄の場合は、どのページから開かれても警告を表示します。',
  },
] as const

export function OriginFields({ field }: Pick<FieldsProps<OriginField>, 'field'>) {
  return lists.map(({ name, label, need, description }) => (
    <Textarea
      key={name}
      size="md"
      label={<FieldLabel kind={need}>{label}</FieldLabel>}
      aria-required={need === 'required'}
      description={description}
      placeholder="https://partner.example.com"
      rows={3}
      spellCheck={false}
      autoCapitalize="none"
      {...field(name)}
    />
  ))
}
