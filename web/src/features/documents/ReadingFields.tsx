import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { idKindLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { FieldBadge, FieldLabel } from '../../ui/FieldBadge.tsx'
import { formatDate } from '../../ui/format.ts'
import { Checkbox } from '../../ui/mantine/Checkbox.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { Textarea } from '../../ui/mantine/Textarea.ts'
import { DayField } from './DayField.tsx'
import { destroysBack, type Reading, readFields } from './reading.ts'

export interface ReadingFieldsProps {
  type: DocumentType
  reading: Reading
  errors: Readonly<Record<string, string | undefined>>
  /** The registered value, to compare with the document; null if empty. */
  dateOfBirth: string | null
  /** Whether the slot that a My Number card closes has a document. */
  backStored: boolean
  /** The field that takes the focus. */
  autoFocus: string | false
  onChange: (reading: Reading) => void
}

/** What the reviewer reads from a document, next to it (D14). */
export function ReadingFields({
  type,
  reading,
  errors,
  dateOfBirth,
  backStored,
  autoFocus,
  onChange,
}: ReadingFieldsProps) {
  const fields = readFields[type]
  const change = (part: Partial<Reading>) => onChange({ ...reading, ...part })
  const badge = type === 'idFront' && <FieldBadge kind="required" />
  return (
    <>
      {fields.includes('idKind') && (
        <NativeSelect
          label={<>身分証の種類{badge}</>}
          aria-label="身分証の種類"
          aria-required
          data={[
            { value: '', label: '選択してください' },
            ...idKinds.map((kind) => ({ value: kind, label: idKindLabels[kind] })),
          ]}
          value={reading.idKind}
          data-autofocus={autoFocus === 'idKind' || undefined}
          onChange={(event) => change({ idKind: event.currentTarget.value })}
          error={errors.idKind}
        />
      )}
      {fields.includes('expiresOn') && (
        <DayField
          label={<>有効期限{badge}</>}
          aria-label="有効期限"
          aria-required={type === 'idFront'}
          placeholder="例：20270502、令和9年5月2日"
          value={reading.noExpiry ? '' : reading.expiresOn}
          data-autofocus={autoFocus === 'expiresOn' || undefined}
          onChange={(expiresOn) => change({ expiresOn, noExpiry: false })}
          error={errors.expiresOn}
        />
      )}
      {type === 'idFront' && (
        <Checkbox
          label="有効期限なし"
          checked={reading.noExpiry}
          onChange={(event) => change({ noExpiry: event.currentTarget.checked, expiresOn: '' })}
        />
      )}
      {fields.includes('dateOfBirth') && (
        <DayField
          label="生年月日"
          description={
            dateOfBirth ? `登録内容：${formatDate(dateOfBirth)}` : '登録内容：未入力（この値が登録されます）'
          }
          value={reading.dateOfBirth}
          onChange={(next) => change({ dateOfBirth: next })}
          error={errors.dateOfBirth}
        />
      )}
      {destroysBack(type, reading, backStored) && (
        <Textarea
          label={<FieldLabel kind="required">裏面を削除する理由</FieldLabel>}
          aria-label="裏面を削除する理由"
          description="承認すると、登録済みの身分証明書裏面は完全に削除され、元に戻せません。理由は監査ログに残ります。"
          rows={2}
          maxLength={limits.textChars}
          value={reading.reason}
          onChange={(event) => change({ reason: event.currentTarget.value })}
          error={errors.reason}
        />
      )}
    </>
  )
}
