import { closureBy, finalCodes } from '@kyc/contract/case-rules.ts'
import type { RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { rejectionReasons } from '@kyc/contract/rejection-reasons.ts'
import { Group, Textarea, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Alert } from '../../../ui/Alert.tsx'
import { FieldBadge, FieldLabel } from '../../../ui/FieldBadge.tsx'
import { formatCount } from '../../../ui/format.ts'
import { BadMasking } from './BadMasking.tsx'
import { RejectionCodes } from './RejectionCodes.tsx'
import { type RejectedSlot, type RejectionDraft, rejectionGroups, toggleCode } from './rejection-message.ts'

/** Reasons, message and note of one document. */
export function RejectionForm({
  slot,
  onChange,
  onMasked,
}: {
  slot: RejectedSlot
  onChange: (part: Partial<RejectedSlot>) => void
  /** The picture has been masked instead. */
  onMasked: () => void
}) {
  const { draft, doc } = slot
  return (
    <>
      <RejectionCodes
        key={doc.type}
        groups={rejectionGroups}
        reasons={rejectionReasons}
        chosen={draft.codes}
        onToggle={(code) => onChange({ draft: toggleCode(draft, code, rejectionReasons) })}
      />
      <BadMasking doc={doc} codes={draft.codes} onMasked={onMasked} />
      <ClosureWarning codes={draft.codes} resubmission={doc.resubmission} />
      <RejectionTexts draft={draft} onChange={(texts) => onChange({ draft: { ...draft, ...texts } })} />
    </>
  )
}

/** The message and the note of a rejection. */
export function RejectionTexts({
  draft,
  onChange,
}: {
  draft: RejectionDraft<string>
  onChange: (texts: Partial<Pick<RejectionDraft, 'message' | 'note'>>) => void
}) {
  return (
    <>
      <Textarea
        label={<FieldLabel kind="required">登録者へのメッセージ</FieldLabel>}
        description="理由に合わせた文面が入ります。必要に応じて書き換えてください。"
        rows={4}
        maxLength={limits.textChars}
        value={draft.message}
        onChange={({ currentTarget: { value } }) => onChange({ message: value })}
      />
      <Group component="p" justify="space-between" wrap="nowrap" mt={4} mb="md" fz="xs" c="dimmed">
        <span>登録者の画面とメールに表示されます</span>
        <span>
          {formatCount(draft.message.length)} / {formatCount(limits.textChars)}文字
        </span>
      </Group>
      <TextInput
        label={
          <>
            <Group component="span" display="inline-flex" gap={4}>
              <IconLock size={16} aria-hidden />
              管理者用メモ
            </Group>
            <FieldBadge kind="optional" />
          </>
        }
        placeholder="登録者には表示されません"
        maxLength={limits.textChars}
        value={draft.note}
        onChange={({ currentTarget: { value } }) => onChange({ note: value })}
      />
    </>
  )
}

/** Warns that the rejection closes the case. */
function ClosureWarning({ codes, resubmission }: { codes: readonly RejectionCode[]; resubmission: number }) {
  const closure = closureBy(codes, resubmission)
  if (!closure) return null
  const labels = finalCodes.filter((code) => codes.includes(code))
  return (
    <Alert tone="wait" mb={16} title="差し戻すと、この出演者の審査は終了します">
      {closure === 'final'
        ? `「${labels.map((code) => rejectionReasons[code].label).join('」「')}」は再提出で直せない理由です。`
        : `この書類は${recordLimits.review.resubmissions}回再提出されています。`}
      管理者が再開するまで、再提出と審査はできません。
    </Alert>
  )
}
