import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import { fileSizeMessage, fileTypeFault, individualNumberFault, mimeOfBytes } from './file-checks.ts'
import { headerBytes, pictureSize } from './picture-size.ts'
import { showsIndividualNumber } from './shows-individual-number.ts'
import { ShrinkError, shrinkImage } from './shrink-image.ts'
import { jpegName, needsShrinking } from './shrink-plan.ts'
import type { FileFault } from './slot-state.ts'

/** The file is not accepted. `fault` is shown to the user. */
export class InvalidFileError extends Error {
  override readonly name = 'InvalidFileError'
  readonly fault: FileFault

  constructor(fault: FileFault) {
    super(fault.message)
    this.fault = fault
  }
}

export interface PreparedFile {
  readonly file: File
  /** Shown next to the file if shrinking failed and the original is used. */
  readonly notice?: string
}

/**
 * Checks a chosen file for its slot, converts a picture of an iPhone to JPEG, and shrinks it if needed (spec §5, D8,
 * D9, D114). Throws InvalidFileError, or the signal's reason if it is aborted.
 */
export async function prepareFile(
  type: StoredType,
  chosen: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  shrinkAboveBytes?: number,
): Promise<PreparedFile> {
  const original = await withoutHeic(chosen, signal)
  const head = await readHead(original)
  const { name, size } = original
  const mime = mimeOfBytes(head)
  const fault = fileTypeFault(type, { name, size, mime })
  if (fault) throw new InvalidFileError(fault)
  const shrinkable = mime !== 'application/pdf' && needsShrinking(size, pictureSize(head), shrinkAboveBytes)
  const prepared = shrinkable ? await shrinkIfPossible(original, signal, onProgress) : { file: original }
  signal.throwIfAborted()
  const tooLarge = fileSizeMessage(type, prepared.file.size)
  if (tooLarge) throw new InvalidFileError({ message: tooLarge, cause: prepared.notice })
  if (mime !== 'application/pdf' && (await showsIndividualNumber(prepared.file, signal)))
    throw new InvalidFileError(individualNumberFault(type))
  return prepared
}

/**
 * Converts a HEIC picture, and returns any other file. If the conversion fails, returns the original, which the type
 * check refuses.
 */
async function withoutHeic(chosen: File, signal: AbortSignal): Promise<File> {
  if (mimeOfBytes(await readHead(chosen)) !== 'image/heic') return chosen
  return convertHeic(chosen, signal).catch((error) => {
    if (error instanceof ShrinkError) return chosen
    throw error
  })
}

async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, headerBytes).arrayBuffer())
  } catch {
    // Moved, deleted or unreadable: the browser gives no further detail.
    throw new InvalidFileError({ message: 'ファイルの読み込みに失敗しました' })
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

/** Little visible loss, at about the size of the original. */
const quality = 0.92

/**
 * Converts a picture of an iPhone to a JPEG, upright. The decoder is large, so it is loaded on first use; it runs in a
 * worker without WebAssembly and without eval, as the page's policy requires. Throws ShrinkError, or the signal's
 * reason if it is aborted.
 */
async function convertHeic(picture: File, signal: AbortSignal): Promise<File> {
  try {
    const { heicTo } = await import('heic-to/csp')
    signal.throwIfAborted()
    const jpeg = await heicTo({ blob: picture, type: 'image/jpeg', quality })
    return new File([jpeg], jpegName(picture.name), { type: 'image/jpeg' })
  } catch (cause) {
    signal.throwIfAborted()
    throw new ShrinkError('画像の変換に失敗しました', { cause })
  }
}
