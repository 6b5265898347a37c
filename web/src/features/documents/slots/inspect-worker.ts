import { hintSidePx, type PictureHint, pictureHints } from './picture-hints.ts'

/** The picture to inspect; `isCard` also checks for edges that are cut off. */
export interface Inspection {
  readonly picture: Blob | ImageBitmap
  readonly isCard: boolean
}

// The compiler types `self` as a window; this file runs in a dedicated worker.
const scope = self as unknown as DedicatedWorkerGlobalScope

scope.addEventListener('message', (event: MessageEvent<Inspection>) => {
  inspect(event.data)
    .catch((): PictureHint[] => []) // a picture that the browser can't decode is left to the server
    .then((hints) => scope.postMessage(hints))
})

async function inspect({ picture, isCard }: Inspection): Promise<PictureHint[]> {
  const bitmap = await createImageBitmap(picture)
  const scale = Math.min(1, hintSidePx / Math.max(bitmap.width, bitmap.height))
  const [width, height] = [Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale)]
  const context = new OffscreenCanvas(width, height).getContext('2d', { alpha: false })
  if (!context) return []
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return pictureHints(context.getImageData(0, 0, width, height), isCard)
}
