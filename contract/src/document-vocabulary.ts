/** The document slots, in the order of display (D7). */
export const documentTypes = [
  'agreementFile',
  'idFront',
  'idBack',
  'selfie',
  'selfieWithId',
  'ageVerification',
  'residenceProof',
] as const
export type DocumentType = (typeof documentTypes)[number]

/** Required at registration and for an approval (D12). */
export const requiredDocumentTypes = ['agreementFile', 'idFront', 'selfie'] as const satisfies DocumentType[]

/** The slots of the registration form (spec §2). */
export const registrationDocumentTypes = [
  'agreementFile',
  'idFront',
  'idBack',
  'selfie',
  'selfieWithId',
] as const satisfies DocumentType[]

/** The spec's other names of the slots, accepted in paths. */
export const documentTypeAliases = {
  agreement_file: 'agreementFile',
  id_front: 'idFront',
  id_back: 'idBack',
  selfie_with_id: 'selfieWithId',
  age_verification: 'ageVerification',
  residence_proof: 'residenceProof',
} as const satisfies Record<string, DocumentType>

/** The slot with `name` in either spelling; undefined for any other text. */
export function documentTypeOf(name: string): DocumentType | undefined {
  const direct = documentTypes.find((type) => type === name)
  if (direct) return direct
  return Object.hasOwn(documentTypeAliases, name)
    ? documentTypeAliases[name as keyof typeof documentTypeAliases] // hasOwn has just shown that it is a key
    : undefined
}

/** The papers of an appearance: each performer in a video has its own contract and explanation sheet (D91). */
export const paperTypes = ['contract', 'explanationSheet'] as const
export type PaperType = (typeof paperTypes)[number]

/** The paper with this name in a path; undefined for any other text. */
export function paperTypeOf(name: string): PaperType | undefined {
  return paperTypes.find((type) => type === name)
}

/** A slot of a record, or a paper of an appearance. */
export const anyDocumentTypes = [...documentTypes, ...paperTypes] as const
export type AnyDocumentType = (typeof anyDocumentTypes)[number]

/** Everything that is received as a file: documents, papers and the evidence of requests to take a title down (D108). */
export type StoredType = AnyDocumentType | 'evidence'

/** The slot in either spelling, or the paper; undefined for any other text. */
export function anyDocumentTypeOf(name: string): AnyDocumentType | undefined {
  return documentTypeOf(name) ?? paperTypeOf(name)
}

export const mimeTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const
export type MimeType = (typeof mimeTypes)[number]

/** PDF only for what is signed or printed; an ID or a face is photographed. */
const acceptPdf: readonly StoredType[] = ['agreementFile', ...paperTypes, 'evidence']

/** The file types that a document accepts. */
export function acceptedMimeTypes(type: StoredType): readonly MimeType[] {
  return acceptPdf.includes(type) ? mimeTypes : ['image/jpeg', 'image/png']
}

/** The file types named in the error text of spec §5. */
export function acceptedTypesText(type: StoredType): string {
  return acceptPdf.includes(type) ? 'PDF, JPG, PNG' : 'JPG, PNG'
}

/** Why a file was refused (D8, D9, D10, D59, D60), as `cause` of the field errors of FILE_TYPE_UNSUPPORTED. */
export const fileCauses = [
  'empty',
  'heic',
  'mismatch',
  'pdf',
  'type',
  'damaged',
  'pixels',
  'costly',
  'script',
  'active',
  'encrypted',
  'pages',
] as const
export type FileCause = (typeof fileCauses)[number]

export const documentStatuses = ['pending', 'verified', 'rejected'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const performerStatuses = ['pending', 'rejected', 'approved', 'draft'] as const
export type PerformerStatus = (typeof performerStatuses)[number]

/** Kinds of ID that are accepted (D14). */
export const idKinds = [
  'drivers_license',
  'driving_record',
  'my_number_card',
  'passport',
  'residence_card',
  'special_permanent_resident',
] as const
export type IdKind = (typeof idKinds)[number]

/** Kinds that are rejected as 対象外の書類. */
export const refusedIdKinds = [
  'health_insurance',
  'eligibility_certificate',
  'pension_book',
  'notification_card',
  'student_card',
] as const

/** Reasons for rejecting a document (D13). */
export const rejectionCodes = [
  'blurry',
  'cropped',
  'glare',
  'expired',
  'wrong_document',
  'not_original',
  'name_mismatch',
  'birthdate_mismatch',
  'face_unclear',
  'face_mismatch',
  'id_missing_in_selfie',
  'bad_masking',
  'tampering',
  'under_age',
  'unsigned',
  'duplicate',
  'other',
] as const
export type RejectionCode = (typeof rejectionCodes)[number]
