import {
  acceptedMimeTypes,
  acceptedTypesText,
  type DocumentType,
  type MimeType,
} from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { problemTitle } from '@kyc/contract/problems.ts'

const signatures: readonly { mime: MimeType; bytes: readonly number[]; extensions: readonly string[] }[] = [
  { mime: 'image/jpeg', bytes: [0xff, 0xd8, 0xff], extensions: ['jpg', 'jpeg'] },
  { mime: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], extensions: ['png'] },
  { mime: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], extensions: ['pdf'] },
]

/** Detects the type by the leading bytes; the name and the declared type are not trusted (D9). */
export function mimeOfBytes(head: Uint8Array): MimeType | undefined {
  return signatures.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))?.mime
}

/** Whether bytes, name and slot match (D9): the same check as on the server. */
export function isTypeAccepted(type: DocumentType, name: string, mime: MimeType | undefined): boolean {
  if (!mime || !acceptedMimeTypes(type).includes(mime)) return false
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  return signatures.some((entry) => entry.mime === mime && entry.extensions.includes(extension ?? ''))
}

export function fileTypeMessage(type: DocumentType): string {
  return problemTitle('FILE_TYPE_UNSUPPORTED', {
    field: documentTypeLabels[type],
    types: acceptedTypesText(type),
  })
}

/** The size error of spec §5; undefined if the size is accepted. Checked after shrinking (D8). */
export function fileSizeMessage(type: DocumentType, size: number): string | undefined {
  if (size <= limits.fileBytes) return undefined
  return problemTitle('FILE_TOO_LARGE', { field: documentTypeLabels[type] })
}

/** Value of the input's `accept`: types and extensions, because some systems support only one of them. */
export function acceptAttribute(type: DocumentType): string {
  const mimes = acceptedMimeTypes(type)
  return signatures
    .filter((entry) => mimes.includes(entry.mime))
    .flatMap((entry) => [entry.mime, ...entry.extensions.map((extension) => `.${extension}`)])
    .join(',')
}

/** Accepted types and size limit, shown next to a slot (D8). */
export function slotHint(type: DocumentType): string {
  const types = type === 'agreementFile' ? 'PDF・PNG・JPG' : 'PNG・JPG'
  return `${types}／最大${limits.fileBytes / 1024 / 1024}MB`
}
