import { firstThatFits, shrunkSize } from './shrink-plan.ts'

/** Message of the worker while it shrinks one picture. */
export type ShrinkReport =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'done'; readonly blob: Blob }
  | { readonly kind: 'failed'; readonly stage: 'load' | 'convert' }

// The compiler types `self` as a window; this file runs in a dedicated worker.
const scope = self as unknown as DedicatedWorkerGlobalScope

scope.addEventListener('message', (event: MessageEvent<Blob>) => {
  void shrink(event.data)
})

function report(message: ShrinkReport): void {
  scope.postMessage(message)
}

async function shrink(picture: Blob): Promise<void> {
  let stage: 'load' | 'convert' = 'load'
  try {
    const bitmap = await createImageBitmap(picture)
    report({ kind: 'progress', share: 0.4 })
    stage = 'convert'
    const canvas = drawShrunk(bitmap)
    report({ kind: 'progress', share: 0.5 })
    const blob = await firstThatFits(
      (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
      (done, of) => report({ kind: 'progress', share: 0.5 + (0.5 * done) / of }),
    )
    report({ kind: 'done', blob })
  } catch {
    // The stage is all that the message needs; the original is used instead (spec §5).
    report({ kind: 'failed', stage })
  }
}

function drawShrunk(bitmap: ImageBitmap): OffscreenCanvas {
  const { width, height } = shrunkSize(bitmap)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no 2d context')
  context.fillStyle = '#fff' // JPEG has no transparency: transparent pixels would turn black
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return canvas
}
