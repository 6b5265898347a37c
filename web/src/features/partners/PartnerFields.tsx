import { partnerModeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type PartnerMode, partnerModes } from '@kyc/contract/partners.ts'
import { FieldBadge } from '../../ui/FieldBadge.tsx'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { Textarea } from '../../ui/mantine/Textarea.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import { listError } from './partner-text.ts'

/** Form values of a partner; lists of origins are text, one per line. */
export interface PartnerValues {
  companyId: string
  name: string
  mode: PartnerMode
  callbackOrigins: string
  redirectOrigins: string
  referrerOrigins: string
}

export interface FieldsProps {
  values: PartnerValues
  errors: Record<string, string>
  onChange: (part: Partial<PartnerValues>) => void
}

export interface OriginFieldsProps extends FieldsProps {
  /** Set while the form is being saved. */
  readOnly?: boolean
}

export function NameFields({ values, errors, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        size="md"
        label={
          <>
            提携先名 <FieldBadge kind="required" />
          </>
        }
        aria-required
        description="本人確認の画面で、会員に表示されます。"
        autoComplete="off"
        maxLength={limits.nameChars}
        value={values.name}
        error={errors.name}
        data-autofocus
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label="種別"
        description="テストは、提携先の開発中に使います。画面に「テスト」と表示されます。"
        data={partnerModes.map((mode) => ({ value: mode, label: partnerModeLabels[mode] }))}
        value={values.mode}
        error={errors.mode}
        onChange={(event) => onChange({ mode: event.currentTarget.value === 'live' ? 'live' : 'test' })}
      />
    </>
  )
}

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

export function OriginFields({ values, errors, readOnly, onChange }: OriginFieldsProps) {
  return lists.map(({ field, label, need, description }) => (
    <Textarea
      key={field}
      size="md"
      label={
        <>
          {label} <FieldBadge kind={need} />
        </>
      }
      aria-required={need === 'required'}
      description={description}
      placeholder="https://partner.example.com"
      rows={3}
      readOnly={readOnly}
      spellCheck={false}
      autoCapitalize="none"
      value={values[field]}
      error={listError(errors, field)}
      onChange={(event) => onChange({ [field]: event.currentTarget.value })}
    />
  ))
}
