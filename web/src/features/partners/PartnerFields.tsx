import { partnerModeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type PartnerMode, partnerModes } from '@kyc/contract/partners.ts'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { Textarea } from '../../ui/mantine/Textarea.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'

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
  busy: boolean
  change: (part: Partial<Pick<PartnerValues, Field>>) => void
}

export function NameFields({ values, errors, busy, change }: FieldsProps<'name' | 'mode'>) {
  return (
    <>
      <TextInput
        size="md"
        label={<FieldLabel kind="required">提携先名</FieldLabel>}
        aria-required
        description="本人確認の画面で、会員に表示されます。"
        autoComplete="off"
        maxLength={limits.nameChars}
        value={values.name}
        error={errors.name}
        data-autofocus
        readOnly={busy}
        onChange={(event) => change({ name: event.currentTarget.value })}
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
    field: 'callbackOrigins',
    label: 'コールバックの送信先',
    need: 'required',
    description: '認証結果を送る先です。https:// で始まるオリジンを、1行に1件ずつ入力してください。',
  },
  {
    field: 'redirectOrigins',
    label: '戻り先',
    need: 'optional',
    description: '完了後に会員が戻るページのオリジンです。空欄の場合、redirect_url は使えません。',
  },
  {
    field: 'referrerOrigins',
    label: '参照元',
    need: 'optional',
    description:
      'これ以外のページから開かれると、画面に警告を表示します。空欄の場合は、どのページから開かれても警告を表示します。',
  },
] as const

export function OriginFields({ values, errors, busy, change }: FieldsProps<OriginField>) {
  return lists.map(({ field, label, need, description }) => (
    <Textarea
      key={field}
      size="md"
      label={<FieldLabel kind={need}>{label}</FieldLabel>}
      aria-required={need === 'required'}
      description={description}
      placeholder="https://partner.example.com"
      rows={3}
      readOnly={busy}
      spellCheck={false}
      autoCapitalize="none"
      value={values[field]}
      error={errors[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  ))
}
