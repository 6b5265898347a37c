import type { RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'

/** The reason codes as grouped in the dialog. */
export const rejectionGroups = [
  { label: '画像', codes: ['blurry', 'cropped', 'glare', 'bad_masking'] },
  { label: '書類', codes: ['expired', 'wrong_document', 'not_original', 'unsigned', 'duplicate'] },
  {
    label: '本人',
    codes: ['name_mismatch', 'birthdate_mismatch', 'face_unclear', 'face_mismatch', 'id_missing_in_selfie'],
  },
  { label: 'その他', codes: ['under_age', 'tampering', 'other'] },
] as const satisfies readonly { label: string; codes: readonly RejectionCode[] }[]

export interface RejectionDraft<Code extends string = RejectionCode> {
  readonly codes: readonly Code[]
  readonly message: string
  readonly note: string
}

export const emptyRejection: RejectionDraft<never> = { codes: [], message: '', note: '' }

/** The sentence of each reason. */
type Sentences<Code extends string> = Readonly<Record<Code, { readonly message: string }>>

/**
 * Choosing a code adds its sentence on a new line. Unchoosing it removes the sentence only if it is unedited,
 * so that the reviewer's own text is never lost.
 */
export function toggleCode<Code extends string>(
  draft: RejectionDraft<Code>,
  code: Code,
  reasons: Sentences<Code>,
): RejectionDraft<Code> {
  const sentence = reasons[code].message
  const lines = draft.message.split('\n')
  if (draft.codes.includes(code)) {
    const remaining = sentence === '' ? lines : withoutFirst(lines, sentence)
    return { ...draft, codes: draft.codes.filter((other) => other !== code), message: remaining.join('\n') }
  }
  const codes = [...draft.codes, code]
  if (sentence === '' || lines.includes(sentence)) return { ...draft, codes }
  const before = draft.message.trimEnd()
  return { ...draft, codes, message: before === '' ? sentence : `${before}\n${sentence}` }
}

function withoutFirst(lines: readonly string[], line: string): string[] {
  const at = lines.indexOf(line)
  return at < 0 ? [...lines] : lines.filter((_, index) => index !== at)
}

/** A draft with these reasons and their sentences. */
export function draftWith<Code extends string>(
  codes: readonly Code[],
  reasons: Sentences<Code>,
): RejectionDraft<Code> {
  return codes.reduce(
    (draft, code) => toggleCode(draft, code, reasons),
    emptyRejection as RejectionDraft<Code>,
  )
}

/** The decided versions, beginning with the one that was chosen first, and whether a rejection closed the case. */
export interface Decided {
  readonly documents: readonly PerformerDocument[]
  /** Names the decision; null if it can't be undone. */
  readonly decidedAt: string | null
  readonly closed: boolean
}

/** One of the documents that are rejected together. */
export interface RejectedSlot {
  /** The version that the reviewer has seen. */
  readonly doc: PerformerDocument
  readonly draft: RejectionDraft
}

export function rejectionBody({ doc, draft }: RejectedSlot) {
  const { codes, message, note } = draft
  return {
    type: doc.type,
    version: doc.version,
    codes: [...codes],
    message,
    note: note || null,
    shownStatus: doc.status,
  }
}

/** Why the drafts can't be sent yet, with the document if there are several; undefined if they can. */
export function rejectionsMissing(slots: readonly RejectedSlot[]): string | undefined {
  for (const { doc, draft } of slots) {
    const missing = rejectionMissing(draft)
    if (missing) return slots.length > 1 ? `${documentTypeLabels[doc.type]}：${missing}` : missing
  }
  return undefined
}

/** Why the draft can't be sent yet; undefined if it can. */
export function rejectionMissing(draft: RejectionDraft<string>): string | undefined {
  if (draft.codes.length === 0) return '差し戻しの理由を選択してください。'
  if (draft.message.trim() === '') return '登録者へのメッセージを入力してください。'
  return undefined
}
