import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { Inspection } from './inspect-worker.ts'
import type { PictureHint } from './picture-hints.ts'

/** The hints for a picture, judged in a worker; none for a PDF, if the worker fails, or if `signal` is aborted. */
export function inspectPicture(
  type: DocumentType,
  picture: File,
  signal: AbortSignal,
): Promise<readonly PictureHint[]> {
  if (picture.type === 'application/pdf') return Promise.resolve([])
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./inspect-worker.ts', import.meta.url), { type: 'module' })
    const end = (hints: readonly PictureHint[]) => {
      worker.terminate()
      resolve(hints)
    }
    worker.addEventListener('error', () => end([]))
    worker.addEventListener('message', (event: MessageEvent<readonly PictureHint[]>) => end(event.data))
    signal.addEventListener('abort', () => end([]), { once: true })
    const isCard = type === 'idFront' || type === 'idBack'
    worker.postMessage({ picture, isCard } satisfies Inspection)
  })
}
