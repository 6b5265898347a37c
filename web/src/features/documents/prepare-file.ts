import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { fileSizeMessage, fileTypeMessage, isTypeAccepted, mimeOfBytes } from './file-checks.ts'
import { headerBytes, pictureSize } from './picture-size.ts'
import { ShrinkError, shrinkImage } from './shrink-image.ts'
import { needsShrinking } from './shrink-plan.ts'

/** The file is not accepted. The message is shown to the user. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
}

export interface PreparedFile {
  readonly file: File
  /** Shown next to the file if shrinking failed and the original is used (spec §5). */
  readonly notice?: string
}

/**
 * Checks a chosen file for its slot and shrinks it if needed (spec §5, D8, D9). Throws InvalidFileError, or
 * the signal's reason if it is aborted.
 */
export async function prepareFile(
  type: DocumentType,
  original: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<PreparedFile> {
  const head = await readHead(original)
  const mime = mimeOfBytes(head)
  if (!isTypeAccepted(type, original.name, mime)) throw new InvalidFileError(fileTypeMessage(type))
  const shrinkable = mime !== 'application/pdf' && needsShrinking(original.size, pictureSize(head))
  const prepared = shrinkable ? await shrinkIfPossible(original, signal, onProgress) : { file: original }
  signal.throwIfAborted()
  const tooLarge = fileSizeMessage(type, prepared.file.size)
  if (tooLarge) throw new InvalidFileError([prepared.notice, tooLarge].filter(Boolean).join('\n'))
  return prepared
}

async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  } catch {
    // Moved, deleted or unreadable: the browser gives no further detail.
    throw new InvalidFileError('ファイルの読み込みに失敗しました')
  }
}

async function shrinkIfPossible(
  original: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<PreparedFile> {
  try {
    return { file: await shrinkImage(original, signal, onProgress) }
  } catch (error) {
    if (!(error instanceof ShrinkError)) throw error
    return { file: original, notice: error.message }
  }
}
