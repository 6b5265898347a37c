import type { MimeType } from '@kyc/contract/document-vocabulary.ts'

const extensions = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
} as const satisfies Record<MimeType, readonly string[]>

/** Whether the name claims nothing else than what the bytes are (D9); a name without an extension claims nothing. */
export function nameAgrees(filename: string, mimeType: MimeType): boolean {
  const claimed = extensionOf(filename)
  const accepted: readonly string[] = extensions[mimeType]
  return claimed === undefined || accepted.includes(claimed)
}

/** The name as it is kept for showing: it always ends in the extension of what the bytes are. */
export function shownFileName(filename: string, mimeType: MimeType): string {
  // A name that ends in a dot or a blank would be cut by some file systems.
  const bare = filename.replace(/[.\s]+$/, '') || 'file'
  return extensionOf(bare) === undefined ? `${bare}.${extensions[mimeType][0]}` : bare
}

function extensionOf(filename: string): string | undefined {
  return /\.([a-z0-9]{1,8})[.\s]*$/i.exec(filename)?.[1]?.toLowerCase()
}
