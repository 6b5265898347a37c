import type { CheckId } from './check-vocabulary.ts'
import type { DocumentType, RejectionCode } from './document-vocabulary.ts'

/** What a reviewer confirms before approving a document (D14). Texts have at most 20 characters. */
export const checkLabels = {
  original: '有効な原本である',
  readable: '四隅が写り、文字が読める',
  name: '氏名が登録内容と一致する',
  birthDate: '生年月日が登録内容と一致する',
  current: '有効期限内である',
  adult: '18歳以上である',
  unaltered: '加工・改ざんの跡がない',
  masked: '隠すべき情報が隠れている',
  sameId: '表面と同じ身分証である',
  face: '顔がはっきり写っている',
  faceMatches: '身分証の顔写真と一致する',
  holdsId: '本人が同じ身分証を持っている',
  signed: '署名と日付がある',
  allPages: '全ページがそろっている',
  address: '住所が読み取れる',
} as const satisfies Record<CheckId, string>

interface ReviewCheck {
  readonly id: CheckId
  /** The code that the dialog of a rejection suggests when the check fails. */
  readonly code: RejectionCode
}

const original: ReviewCheck = { id: 'original', code: 'not_original' }
const readable: ReviewCheck = { id: 'readable', code: 'cropped' }
const name: ReviewCheck = { id: 'name', code: 'name_mismatch' }
const birthDate: ReviewCheck = { id: 'birthDate', code: 'birthdate_mismatch' }
const unaltered: ReviewCheck = { id: 'unaltered', code: 'tampering' }
const adult: ReviewCheck = { id: 'adult', code: 'under_age' }

/** The checks of each document type, in the order in which a reviewer goes through them. */
export const reviewChecks: Readonly<Record<DocumentType, readonly ReviewCheck[]>> = {
  agreementFile: [{ id: 'signed', code: 'unsigned' }, name, { id: 'allPages', code: 'cropped' }],
  idFront: [
    original,
    readable,
    name,
    birthDate,
    { id: 'current', code: 'expired' },
    adult,
    { id: 'masked', code: 'bad_masking' },
    unaltered,
  ],
  idBack: [
    { id: 'sameId', code: 'wrong_document' },
    readable,
    { id: 'masked', code: 'bad_masking' },
    unaltered,
  ],
  selfie: [{ id: 'face', code: 'face_unclear' }, { id: 'faceMatches', code: 'face_mismatch' }, unaltered],
  selfieWithId: [
    { id: 'holdsId', code: 'id_missing_in_selfie' },
    { id: 'faceMatches', code: 'face_mismatch' },
    unaltered,
  ],
  ageVerification: [original, readable, name, adult, unaltered],
  residenceProof: [original, name, { id: 'address', code: 'cropped' }, unaltered],
}

/** The checks of the type that `confirmed` lacks. */
export function openChecks(type: DocumentType, confirmed: readonly CheckId[]): CheckId[] {
  return reviewChecks[type].map(({ id }) => id).filter((id) => !confirmed.includes(id))
}

/** The codes that the failed checks of a type suggest, each once. */
export function codesOfChecks(type: DocumentType, failed: readonly CheckId[]): RejectionCode[] {
  return [...new Set(reviewChecks[type].filter(({ id }) => failed.includes(id)).map(({ code }) => code))]
}
