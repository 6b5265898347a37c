import { acceptedMimeTypes, type MimeType, type StoredType } from './document-vocabulary.ts'

/** The extensions of each accepted file type. */
export const fileExtensions = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
} as const satisfies Record<MimeType, readonly string[]>

/** A file with the type that its bytes have; undefined if they are of no known type. */
interface TypedFile {
  readonly name: string
  readonly size: number
  readonly mime: string | undefined
}

/**
 * Why a document of `type` refuses a file by its bytes and its name (D9); undefined if it accepts them. A name without
 * an extension agrees with all types.
 */
export function refusedTypeCause(
  type: StoredType,
  { name, size, mime }: TypedFile,
): 'empty' | 'heic' | 'mismatch' | 'pdf' | 'type' | undefined {
  if (size === 0) return 'empty'
  if (mime !== undefined && isHeic(mime)) return 'heic'
  const claimed = extensionOf(name)
  const accepted = acceptedMimeTypes(type)
  const actual = accepted.find((each) => each === mime)
  if (actual) return claimed === undefined || hasExtension(actual, claimed) ? undefined : 'mismatch'
  if (accepted.some((each) => hasExtension(each, claimed ?? ''))) return 'mismatch'
  return mime === 'application/pdf' ? 'pdf' : 'type'
}

/** Whether this is the type of iPhone pictures, which no slot stores. */
export function isHeic(mime: string): boolean {
  return /^image\/hei[cf]/.test(mime)
}

/** The extension in lower case; undefined if the name has none. */
export function extensionOf(name: string): string | undefined {
  return /\.([a-z0-9]{1,8})[.\s]*$/i.exec(name)?.[1]?.toLowerCase()
}

function hasExtension(mime: MimeType, extension: string): boolean {
  const extensions: readonly string[] = fileExtensions[mime]
  return extensions.includes(extension)
}
