import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Box } from '@kyc/contract/masks.ts'
import { jpegName } from './shrink-plan.ts'
import type { ShrinkJob, ShrinkReport } from './shrink-worker.ts'

/** Shrinking, converting or redacting a picture failed. The message is the text of spec §8. */
export class ShrinkError extends Error {
  override readonly name = 'ShrinkError'
}

const messages = { load: '画像の読み込みに失敗しました', convert: '画像の変換に失敗しました' } as const

/** Shrinks `picture` to at most 1920 pixels a side. Throws as `redraw`. */
export function shrinkImage(
  picture: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<File> {
  return redraw(picture, { sidePx: limits.shrink.sidePx, boxes: [] }, signal, onProgress)
}

/** Burns black boxes into the pixels of `picture`. Throws as `redraw`. */
export function burnBoxes(picture: File, boxes: readonly Box[], signal: AbortSignal): Promise<File> {
  return redraw(picture, { sidePx: cleaningLimits.mask.sidePx, boxes }, signal, () => {})
}

/**
 * Redraws `picture` as a JPEG in a worker, so that the page stays responsive. Throws ShrinkError if the
 * browser can't decode or encode it, and the signal's reason if it is aborted.
 */
function redraw(
  picture: File,
  job: Omit<ShrinkJob, 'picture'>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<File> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./shrink-worker.ts', import.meta.url), { type: 'module' })
    const abort = () => end(() => reject(signal.reason))
    const end = (settle: () => void) => {
      worker.terminate()
      signal.removeEventListener('abort', abort)
      settle()
    }
    worker.addEventListener('error', () => end(() => reject(new ShrinkError(messages.convert))))
    worker.addEventListener('message', (event: MessageEvent<ShrinkReport>) => {
      const report = event.data
      if (report.kind === 'progress') onProgress(report.share)
      else if (report.kind === 'failed') end(() => reject(new ShrinkError(messages[report.stage])))
      else end(() => resolve(new File([report.blob], jpegName(picture.name), { type: 'image/jpeg' })))
    })
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort)
    worker.postMessage({ picture, ...job } satisfies ShrinkJob)
  })
}
