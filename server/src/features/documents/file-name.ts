import type { DocumentType, MimeType } from '@kyc/contract/document-vocabulary.ts'

const extensions = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
} as const satisfies Record<MimeType, readonly string[]>

const maximumLength = 200

/** Whether the name claims nothing else than what the bytes are (D9); a name without an extension claims nothing. */
export function nameAgrees(filename: string, mimeType: MimeType): boolean {
  const claimed = extensionOf(filename)
  const accepted: readonly string[] = extensions[mimeType]
  return claimed === undefined || accepted.includes(claimed)
}

/**
 * The name as it is kept for showing: no path, nothing invisible, with the extension of what the bytes are. Japanese
 * stays as it is.
 */
export function shownFileName(filename: string, mimeType: MimeType, type: DocumentType): string {
  const base = filename
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)
    // Control characters, and those that turn the reading direction around so that exe.jpg is read as gpj.exe.
    ?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  if (!base) return `${type}.${extensions[mimeType][0]}`
  const claimed = extensionOf(base)
  const stem = claimed === undefined ? base : base.slice(0, -claimed.length - 1)
  const extension = claimed ?? extensions[mimeType][0]
  return `${[...stem].slice(0, maximumLength).join('') || type}.${extension}`
}

function extensionOf(filename: string): string | undefined {
  return /\.([a-z0-9]{1,8})$/i.exec(filename.trim())?.[1]?.toLowerCase()
}
