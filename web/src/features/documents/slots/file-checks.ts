import {
  acceptedMimeTypes,
  acceptedTypesText,
  type MimeType,
  type StoredType,
} from '@kyc/contract/document-vocabulary.ts'
import { fileCauseTexts } from '@kyc/contract/file-cause-texts.ts'
import { fileExtensions, refusedTypeCause } from '@kyc/contract/file-type.ts'
import { storedTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { problemTitle } from '@kyc/contract/problems.ts'
import type { FileFault } from './slot-state.ts'

const signatures: readonly { mime: MimeType; bytes: readonly number[] }[] = [
  { mime: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { mime: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mime: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
]

/** Detects the type by the leading bytes; the name and the declared type are not trusted. */
export function mimeOfBytes(head: Uint8Array): MimeType | 'image/heic' | undefined {
  const known = signatures.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))?.mime
  return known ?? (/^ftyp(?:hei[cmsx]|hev[cmsx]|m[is]f1)$/.test(boxAndBrand(head)) ? 'image/heic' : undefined)
}

/** The type of the first box of an ISO media file, and the brand in it. */
function boxAndBrand(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(4, 12))
}

/** Why the slot refuses the file; undefined if the slot accepts the file. The server makes the same check. */
export function fileTypeFault(
  type: StoredType,
  file: { name: string; size: number; mime: string | undefined },
): FileFault | undefined {
  const cause = refusedTypeCause(type, file)
  return cause && { message: fileTypeMessage(type), cause: fileCauseTexts[cause] }
}

export function fileTypeMessage(type: StoredType): string {
  return problemTitle('FILE_TYPE_UNSUPPORTED', {
    field: storedTypeLabels[type],
    types: acceptedTypesText(type),
  })
}

/** The fault of a picture that shows an individual number: the same error as the server's. */
export function individualNumberFault(type: StoredType): FileFault {
  const code = 'FILE_INDIVIDUAL_NUMBER'
  return { code, message: problemTitle(code, { field: storedTypeLabels[type] }) }
}

/** The size error of spec §5; undefined if the size is accepted. Checked after shrinking. */
export function fileSizeMessage(type: StoredType, size: number): string | undefined {
  if (size <= limits.fileBytes) return undefined
  return problemTitle('FILE_TOO_LARGE', { field: storedTypeLabels[type] })
}

/** Pictures that the browser converts. */
const heicExtensions = ['.heic', '.heif']

/** Value of the input's `accept`: types and extensions, because some systems support only one of them. */
export function acceptAttribute(type: StoredType, { pdfOnly = false } = {}): string {
  if (pdfOnly) return 'application/pdf,.pdf'
  const accepted = acceptedMimeTypes(type).flatMap((mime) => [
    mime,
    ...fileExtensions[mime].map((each) => `.${each}`),
  ])
  return [...accepted, ...heicExtensions].join(',')
}

/** Accepted types and size limit, shown next to a slot. */
export function acceptedFilesText(type: StoredType, { pdfOnly = false } = {}): string {
  const all = acceptedMimeTypes(type).includes('application/pdf') ? 'PDF・PNG・JPG' : 'PNG・JPG'
  const types = pdfOnly ? 'PDF' : all
  return `${types}／最大${limits.fileBytes / 1024 / 1024}MB`
}
