import type { CheckId } from './check-vocabulary.ts'
import type { AnyDocumentType, DocumentType, RejectionCode } from './document-vocabulary.ts'

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

/**
 * What proves a check. An approval itself states the checks marked `stated`; one marked `answered` needs a click of its
 * own. For a date, the reviewer types it from the document, and its comparison decides the check.
 */
type Proof = 'stated' | 'answered' | 'dateOfBirth' | 'expiresOn'

interface ReviewCheck {
  readonly id: CheckId
  readonly proof: Proof
  /** The code that the dialog of a rejection suggests when the check fails. */
  readonly code: RejectionCode
}

const check = (id: CheckId, proof: Proof, code: RejectionCode): ReviewCheck => ({ id, proof, code })

const original = check('original', 'stated', 'not_original')
const readable = check('readable', 'stated', 'cropped')
const name = check('name', 'stated', 'name_mismatch')
const unaltered = check('unaltered', 'stated', 'tampering')
const adult = check('adult', 'dateOfBirth', 'under_age')
const faceMatches = check('faceMatches', 'stated', 'face_mismatch')

/** The checks of each document type, in the order in which a reviewer goes through them (D14). */
export const reviewChecks: Readonly<Record<DocumentType, readonly ReviewCheck[]>> = {
  agreementFile: [check('signed', 'stated', 'unsigned'), name, check('allPages', 'stated', 'cropped')],
  idFront: [
    original,
    readable,
    name,
    check('birthDate', 'dateOfBirth', 'birthdate_mismatch'),
    check('current', 'expiresOn', 'expired'),
    adult,
    check('masked', 'stated', 'bad_masking'),
    unaltered,
  ],
  idBack: [
    check('sameId', 'stated', 'wrong_document'),
    readable,
    check('masked', 'answered', 'bad_masking'),
    unaltered,
  ],
  selfie: [check('face', 'stated', 'face_unclear'), faceMatches, unaltered],
  selfieWithId: [check('holdsId', 'stated', 'id_missing_in_selfie'), faceMatches, unaltered],
  ageVerification: [original, readable, name, adult, unaltered],
  residenceProof: [original, name, check('address', 'stated', 'cropped'), unaltered],
}

/** How much of a version a screen has shown; an approval sends and records it (D14). */
export interface Seen {
  /** The greatest width in CSS pixels at which the whole document was drawn, zoom included. */
  readonly width: number
  /** The reviewer has used the magnifier on the document. */
  readonly lens: boolean
  /** The pages of a PDF that were drawn on screen, from 1 on, ascending. */
  readonly pages: readonly number[]
}

/** The types whose small print must be legible: an ID has lines that are a millimetre high. */
const needsSharpness: readonly AnyDocumentType[] = ['idFront', 'idBack']

/** The width in CSS pixels at which the small print of an ID can be read. */
export const readableWidth = 600

/** Why a version was not seen well enough to be approved; undefined if it was. `pages` is null for a picture. */
export function seenFault(type: AnyDocumentType, pages: number | null, seen: Seen): string | undefined {
  if (pages !== null && !seen.pages.includes(pages))
    return pages === 1 ? '書類を表示してください。' : `最後のページ（${pages}ページ目）まで表示してください。`
  if (pages === null && needsSharpness.includes(type) && seen.width < readableWidth && !seen.lens)
    return `幅${readableWidth}px以上に拡大するか、拡大鏡（M）で確認してください。`
  return undefined
}

/** What a screen has shown, as text for the history; `pages` is the number of all pages, null for a picture. */
export function seenText(pages: number | null, { width, lens, pages: shown }: Seen): string {
  if (pages !== null) return `${pages}ページ中${shown.filter((page) => page <= pages).length}ページを表示`
  return [`幅${width}pxで表示`, ...(lens ? ['拡大鏡を使用'] : [])].join('、')
}

/** The checks of the type that `confirmed` lacks. */
export function openChecks(type: DocumentType, confirmed: readonly CheckId[]): CheckId[] {
  return reviewChecks[type].map(({ id }) => id).filter((id) => !confirmed.includes(id))
}

/** The codes that the failed checks of a type suggest, each once. */
export function codesOfChecks(type: DocumentType, failed: readonly CheckId[]): RejectionCode[] {
  return [...new Set(reviewChecks[type].filter(({ id }) => failed.includes(id)).map(({ code }) => code))]
}
