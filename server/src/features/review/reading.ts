import type { CheckId, IdentityCheck } from '@kyc/contract/check-vocabulary.ts'
import { birthDateFault } from '@kyc/contract/document-rules.ts'
import { type DocumentType, type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import type { verifyDocument as endpoint } from '@kyc/contract/documents.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { checkLabels, openChecks, reviewChecks, type Seen } from '@kyc/contract/review-checks.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'

/** What the reviewer read from the document and confirmed; null where nothing was sent. */
export interface Reading {
  readonly idKind: IdKind | null
  readonly dateOfBirth: string | null
  readonly expiresOn: string | null
  /** The document shows no expiry date. */
  readonly noExpiry: boolean
  /** Why a stored back is destroyed. */
  readonly reason: string | null
  readonly checks: CheckId[]
  /** Of the front of an ID. */
  readonly identityCheck: IdentityCheck | null
  readonly seen: Seen
  /** Why a rejected document is approved after all. */
  readonly revisionReason: string | null
}

/** What the body of an approval says, which must be complete. */
export function checkReading(body: BodyOf<typeof endpoint>, type: DocumentType, today: string): Reading {
  const { idKind, dateOfBirth = null, expiresOn = null, reason, checks, revisionReason } = body
  const noExpiry = body.noExpiry ?? false
  const accepted = idKinds.find((kind) => kind === idKind) ?? null
  if (idKind && !accepted) throw new Problem('ID_KIND_UNSUPPORTED', { field: 'idKind' })
  const fault = dateOfBirth === null ? undefined : birthDateFault(dateOfBirth, today)
  if (fault !== undefined) throw fieldProblem('dateOfBirth', fault)
  if (noExpiry && expiresOn !== null)
    throw fieldProblem('expiresOn', '有効期限と「有効期限なし」は同時に指定できません。')
  if (body.identityCheck && type !== 'idFront')
    throw fieldProblem('identityCheck', '本人確認の方法は、身分証明書表面の承認でだけ指定できます。')
  const own = reviewChecks[type].map(({ id }) => id)
  if (checks?.some((id) => !own.includes(id))) {
    throw fieldProblem('checks', 'この書類にはない確認項目が含まれています。')
  }
  const reading = {
    idKind: accepted,
    dateOfBirth,
    expiresOn,
    noExpiry,
    reason: reason || null,
    checks: own.filter((id) => checks?.includes(id)),
    identityCheck: type === 'idFront' ? (body.identityCheck ?? 'picture') : null,
    seen: body.seen ?? { width: 0, lens: false, pages: [] },
    revisionReason: revisionReason || null,
  }
  requireComplete(reading, type)
  return reading
}

/** Requires what only a reader of the document can type, and the expiry date, which reminders need (D14, D16). */
function requireComplete(reading: Reading, type: DocumentType): void {
  const open = openChecks(type, reading.checks).map((id) => checkLabels[id])
  const missing = [
    ...missingReading(reading, type),
    ...(open.length > 0 ? [{ field: 'checks', message: `未確認の項目があります：${open.join('、')}` }] : []),
  ]
  if (missing[0]) throw new Problem('INVALID_INPUT', { field: missing[0].field, errors: missing })
}

function missingReading(
  { idKind, dateOfBirth, expiresOn, noExpiry }: Reading,
  type: DocumentType,
): FieldError[] {
  const isFront = type === 'idFront'
  const showsBirth = reviewChecks[type].some(({ proof }) => proof === 'dateOfBirth')
  return [
    ...(isFront && idKind === null ? [{ field: 'idKind', message: '身分証の種類を選択してください。' }] : []),
    ...(showsBirth && dateOfBirth === null
      ? [{ field: 'dateOfBirth', message: '書類に記載された生年月日を入力してください。' }]
      : []),
    ...(isFront && expiresOn === null && !noExpiry
      ? [{ field: 'expiresOn', message: '有効期限を入力するか、「有効期限なし」を選択してください。' }]
      : []),
  ]
}
