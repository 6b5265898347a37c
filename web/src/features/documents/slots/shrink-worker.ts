import { type Box, pixelsOf } from '@kyc/contract/masks.ts'
import { firstThatFits, shrunkSize } from './shrink-plan.ts'

/** A picture to redraw as a JPEG. */
export interface ShrinkJob {
  readonly picture: Blob
  /** The most pixels that its longest side has afterwards. */
  readonly sidePx: number
  /** Filled with black, so that nothing below remains in the file. */
  readonly boxes: readonly Box[]
}

/** Message of the worker while it redraws one picture. */
export type ShrinkReport =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly blob: Blob }
  | { readonly kind: 'failed'; readonly stage: 'load' | 'convert' }

// The compiler types `self` as a window; this file runs in a dedicated worker.
const scope = self as unknown as DedicatedWorkerGlobalScope

scope.addEventListener('message', (event: MessageEvent<ShrinkJob>) => {
  void shrink(event.data)
})

function report(message: ShrinkReport): void {
  scope.postMessage(message)
}

async function shrink(job: ShrinkJob): Promise<void> {
  let stage: 'load' | 'convert' = 'load'
  try {
    // Upright, as the page shows it: the boxes refer to what the user saw.
    const bitmap = await createImageBitmap(job.picture, { imageOrientation: 'from-image' })
    report({ kind: 'progress', share: 0.4 })
    stage = 'convert'
    const canvas = drawShrunk(bitmap, job)
    report({ kind: 'progress', share: 0.5 })
    const blob = await firstThatFits(
      (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
      (done, of) => report({ kind: 'progress', share: 0.5 + (0.5 * done) / of }),
    )
    report({ kind: 'done', blob })
  } catch {
    // The message for the user depends only on the stage.
    report({ kind: 'failed', stage })
  }
}

function drawShrunk(bitmap: ImageBitmap, { sidePx, boxes }: ShrinkJob): OffscreenCanvas {
  const { width, height } = shrunkSize(bitmap, sidePx)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no 2d context')
  context.fillStyle = '#fff' // JPEG has no transparency: transparent pixels would turn black
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  context.fillStyle = '#000'
  for (const box of boxes) {
    const { left, top, ...size } = pixelsOf(box, { width, height })
    context.fillRect(left, top, size.width, size.height)
  }
  return canvas
}
