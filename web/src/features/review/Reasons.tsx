import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Textarea } from '@mantine/core'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import { destroysBack } from './reading.ts'
import type { ReviewDraft } from './review-draft.ts'

export interface ReasonsProps {
  doc: PerformerDocument
  draft: ReviewDraft
  backStored: boolean
  errors: Readonly<Record<string, string | undefined>>
  onEnter: (part: Partial<ReviewDraft>) => void
}

/** The reasons that some approvals need. */
export function Reasons({ doc, draft, backStored, errors, onEnter }: ReasonsProps) {
  const { reading, revisionReason } = draft
  return (
    <>
      {destroysBack(doc.type, reading, backStored) && (
        <ReasonField
          label="裏面を削除する理由"
          description="承認すると、登録済みの身分証明書裏面は表示できなくなり、7日後に完全に削除されます。それまでは最高管理者が元に戻せます。理由は監査ログに残ります。"
          value={reading.reason}
          onEnter={(reason) => onEnter({ reading: { ...reading, reason } })}
          error={errors.reason}
        />
      )}
      {doc.status === 'rejected' && (
        <ReasonField
          label="判断を変更する理由"
          description="差し戻しを取り消して承認します。理由は履歴に残ります。"
          value={revisionReason}
          onEnter={(text) => onEnter({ revisionReason: text })}
          error={errors.revisionReason}
        />
      )}
    </>
  )
}

interface ReasonFieldProps {
  label: string
  description: string
  value: string
  error: string | undefined
  onEnter: (text: string) => void
}

function ReasonField({ label, onEnter, ...field }: ReasonFieldProps) {
  return (
    <Textarea
      {...field}
      label={<FieldLabel kind="required">{label}</FieldLabel>}
      aria-label={label}
      rows={2}
      maxLength={limits.textChars}
      onChange={({ currentTarget: { value } }) => onEnter(value)}
    />
  )
}
