import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import type { Inspection } from './inspect-worker.ts'
import type { PictureHint } from './picture-hints.ts'

export interface PictureInspector {
  /** The hints for a picture of this type; none if the worker fails or is closed. One picture at a time. */
  inspect(picture: Blob | ImageBitmap, type: StoredType): Promise<readonly PictureHint[]>
  close(): void
}

/** Judges pictures in a worker, so that the page stays responsive. */
export function openInspector(): PictureInspector {
  const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { type: 'module' })
  let settle: (hints: readonly PictureHint[]) => void = () => {}
  worker.addEventListener('error', () => settle([]))
  worker.addEventListener('message', (event: MessageEvent<readonly PictureHint[]>) => settle(event.data))
  return {
    inspect: (picture, type) =>
      new Promise((resolve) => {
        settle = resolve
        const isCard = type === 'idFront' || type === 'idBack'
        const transfer = picture instanceof Blob ? [] : [picture]
        worker.postMessage({ picture, isCard } satisfies Inspection, transfer)
      }),
    close() {
      worker.terminate()
      settle([])
    },
  }
}
