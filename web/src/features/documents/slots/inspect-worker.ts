import { drawPicture } from './draw-picture.ts'
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
  return pictureHints(await drawPicture(picture, hintSidePx), isCard)
}
