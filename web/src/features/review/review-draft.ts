import type { CheckId } from '@kyc/contract/check-vocabulary.ts'
import { dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { isUnderAge } from '@kyc/contract/document-rules.ts'
import type { DocumentType, RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { identityFields } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { checkLabels, codesOfChecks, reviewChecks, type Seen } from '@kyc/contract/review-checks.ts'
import { initialReading, type Reading, readFields, readingBody, readingFaults } from './reading.ts'

/** What a reviewer has entered about one version, kept while other documents are on screen. */
export interface ReviewDraft {
  readonly reading: Reading
  /** The answers of the reviewer: confirmed, or failed. `checkAnswers` derives those that are missing. */
  readonly checks: Readonly<Partial<Record<CheckId, boolean>>>
  /** Why a rejected document is approved after all. */
  readonly revisionReason: string
  /** The names and the date of birth with which the document was compared. */
  readonly identity: Identity
  /** The names or the date of birth were changed since, so that each check is open again. */
  readonly identityChanged?: true
}

type Identity = Pick<Performer, (typeof identityFields)[number]>

/** The details of the record that a review reads. */
type Reviewed = Identity & Pick<Performer, 'idKind'>

/**
 * The draft of a version. If the names or the date of birth of the record have changed, each check is open again.
 * @param born the date of birth with which the reviewer has filled an empty one
 */
export function draftOf(
  drafts: Readonly<Record<string, ReviewDraft>>,
  doc: PerformerDocument,
  performer: Reviewed,
  born?: string,
): ReviewDraft {
  const draft = drafts[doc.id] ?? newDraft(doc, performer)
  if (isAbout(draft, performer, born)) return draft
  // The date of birth must be compared with the new details, so it is typed again.
  const reading = { ...draft.reading, dateOfBirth: '' }
  return { ...draft, reading, checks: {}, identity: performer, identityChanged: true }
}

function newDraft(doc: PerformerDocument, performer: Reviewed): ReviewDraft {
  const reading = initialReading(doc, performer.idKind)
  return { reading, checks: {}, revisionReason: '', identity: performer }
}

/** Whether the draft was written for these details. An empty date of birth may since have been filled by `born`. */
function isAbout({ identity }: ReviewDraft, performer: Identity, born: string | undefined): boolean {
  const changed = identityFields.filter((field) => identity[field] !== performer[field])
  return changed.every(
    (field) => field === 'date_of_birth' && identity[field] === null && born === performer[field],
  )
}

/** Whether the reviewer has entered something that a sign-out would lose. */
export function isStarted({ reading, checks, revisionReason }: ReviewDraft): boolean {
  const texts = [reading.dateOfBirth, reading.reason, revisionReason]
  return texts.some((text) => text !== '') || Object.keys(checks).length > 0
}

export interface CheckAnswer {
  readonly id: CheckId
  readonly proof: (typeof reviewChecks)[DocumentType][number]['proof']
  /** Confirmed or failed; undefined while it is open. */
  readonly answer: boolean | undefined
}

/** The answer to each check of the type: the approval states it, or what was read answers it (D14). */
export function checkAnswers(
  { type }: Pick<PerformerDocument, 'type'>,
  { reading, checks, identityChanged }: ReviewDraft,
  dateOfBirth: string | null,
): CheckAnswer[] {
  const today = dayInJapan(new Date())
  const fields = readFields[type]
  const born = fields.includes('dateOfBirth') && isDay(reading.dateOfBirth) ? reading.dateOfBirth : null
  const expires = fields.includes('expiresOn') && isDay(reading.expiresOn) ? reading.expiresOn : null
  const read: Partial<Record<CheckId, boolean>> = {}
  if (born) {
    read.birthDate = dateOfBirth === null || dateOfBirth === born
    read.adult = !isUnderAge(born, today)
  }
  if (reading.noExpiry || expires) read.current = reading.noExpiry || (expires ?? '') >= today
  return reviewChecks[type].map(({ id, proof: usual }) => {
    // What was stated of the former name does not hold for the new one.
    const proof = identityChanged && usual === 'stated' ? 'answered' : usual
    return { id, proof, answer: checks[id] ?? (proof === 'stated' ? true : read[id]) }
  })
}

/** The codes that the failed checks of a version suggest for its rejection. */
export function suggestedCodes(
  doc: PerformerDocument,
  draft: ReviewDraft,
  dateOfBirth: string | null,
): RejectionCode[] {
  const failed = checkAnswers(doc, draft, dateOfBirth).filter(({ answer }) => answer === false)
  return codesOfChecks(
    doc.type,
    failed.map(({ id }) => id),
  )
}

/** What is missing or wrong in the fields, by field; the server checks the same. */
export function draftFaults(
  doc: PerformerDocument,
  { reading, revisionReason }: ReviewDraft,
  backStored: boolean,
): Partial<Record<keyof Reading | 'revisionReason', string>> {
  const faults = readingFaults(doc.type, reading, backStored)
  return doc.status === 'rejected' && revisionReason.trim() === ''
    ? { ...faults, revisionReason: '判断を変更する理由を入力してください。' }
    : faults
}

const faultLabels = {
  idKind: '種類',
  dateOfBirth: '生年月日',
  expiresOn: '有効期限',
  noExpiry: '有効期限',
  identityCheck: '本人確認の方法',
  reason: '裏面を削除する理由',
  revisionReason: '変更の理由',
} as const satisfies Record<keyof Reading | 'revisionReason', string>

/** What prevents the approval, in words; undefined if nothing does. */
export function openPointsText(
  faults: ReturnType<typeof draftFaults>,
  answers: readonly CheckAnswer[],
): string | undefined {
  const failed = answers.filter(({ answer }) => answer === false).length
  if (failed > 0) return `問題のある項目が${failed}件あります。「差し戻し」で理由を選んでください。`
  // Open checks about dates are left out, since their date fields are named.
  const open = answers.flatMap(({ id, proof, answer }) =>
    proof === 'answered' && answer === undefined ? [`「${checkLabels[id]}」`] : [],
  )
  const fields = Object.keys(faultLabels).filter((name) => name in faults)
  const points = [
    ...fields.map((name) => faultLabels[name as keyof typeof faultLabels]), // a key of the table
    ...(open.length > 1 ? [`確認項目${open.length}件`] : open),
  ]
  return points.length > 0 ? `未確認：${points.join('、')}` : undefined
}

/** The body of the approval. */
export function approvalBody(
  { version }: Pick<Performer, 'version'>,
  doc: PerformerDocument,
  draft: ReviewDraft,
  seen: Seen,
  backStored: boolean,
): NonNullable<BodyIn<typeof verifyDocument>> {
  return {
    ...readingBody(doc.type, draft.reading, backStored),
    checks: reviewChecks[doc.type].map(({ id }) => id),
    seen: { ...seen, width: Math.floor(seen.width), pages: [...seen.pages] },
    revisionReason: doc.status === 'rejected' ? draft.revisionReason : null,
    shownStatus: doc.status,
    performerVersion: version,
  }
}
