import { ShrinkError } from './shrink-image.ts'
import { jpegName } from './shrink-plan.ts'

/** Little visible loss, at about the size of the original. */
const quality = 0.92

/**
 * Converts a picture of an iPhone to a JPEG, upright. The decoder is large, so it is loaded on first use; it runs in a
 * worker without WebAssembly and without eval, as the page's policy requires. Throws ShrinkError, or the signal's
 * reason if it is aborted.
 */
export async function convertHeic(picture: File, signal: AbortSignal): Promise<File> {
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
