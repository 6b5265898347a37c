import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { fileSizeMessage, fileTypeMessage, isTypeAccepted, mimeOfBytes } from './file-checks.ts'
import { headerBytes, pictureSize } from './picture-size.ts'
import { ShrinkError, shrinkImage } from './shrink-image.ts'
import { needsShrinking } from './shrink-plan.ts'

/** A file that can't be taken; the message is fit to show. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

export interface PreparedFile {
  readonly file: File
  /** Said beside the file when shrinking failed and the original was kept (spec §5). */
  readonly notice?: string
}

/**
 * Checks a chosen file for its slot and shrinks it where needed (spec §5, D8, D9). Throws FileRefused, or the
 * signal's reason when it is aborted.
 */
export async function prepareFile(
  type: DocumentType,
  original: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<PreparedFile> {
  const head = await beginning(original)
  const mime = mimeOfBytes(head)
  if (!isTypeAccepted(type, original.name, mime)) throw new FileRefused(fileTypeMessage(type))
  const shrinkable = mime !== 'application/pdf' && needsShrinking(original.size, pictureSize(head))
  const prepared = shrinkable ? await shrunkOrOriginal(original, signal, onProgress) : { file: original }
  signal.throwIfAborted()
  const tooLarge = fileSizeMessage(type, prepared.file.size)
  if (tooLarge) throw new FileRefused([prepared.notice, tooLarge].filter(Boolean).join('\n'))
  return prepared
}

async function beginning(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  } catch {
    // The file was moved, deleted or is not readable; the browser gives no more than that.
    throw new FileRefused('ファイルの読み込みに失敗しました')
  }
}

async function shrunkOrOriginal(
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
