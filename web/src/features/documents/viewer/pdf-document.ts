import { limits } from '@kyc/contract/limits.ts'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { PdfData } from './pdf-data.ts'

export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly pdf: PDFDocumentProxy }

/** In points, before the viewer's rotation. */
export interface PdfPageSize {
  readonly width: number
  readonly height: number
}

/** Opens `blob` in the pdf.js worker, and releases it on unmount or when `blob` changes. */
export function usePdf(blob: Blob): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'loading' })
  useEffect(() => {
    let cancelled = false
    const opening = openPdf(blob)
    opening.then(
      ({ pdf }) => {
        if (!cancelled) setState({ kind: 'ready', pdf })
      },
      () => {
        if (!cancelled) setState({ kind: 'failed' })
      },
    )
    return () => {
      cancelled = true
      setState({ kind: 'loading' })
      // A failed opening has released its worker.
      opening.then(
        ({ release }) => release(),
        () => {},
      )
    }
  }, [blob])
  return state
}

/** The size of every page, which the column needs; a thumbnail does not. */
export function usePageSizes(state: PdfState): readonly PdfPageSize[] | undefined {
  const pdf = state.kind === 'ready' ? state.pdf : undefined
  const [loaded, setLoaded] = useState<{ of: PDFDocumentProxy; sizes: readonly PdfPageSize[] }>()
  useEffect(() => {
    if (!pdf) return
    let cancelled = false
    const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
    Promise.all(numbers.map((number) => sizeOf(pdf, number))).then(
      (sizes) => {
        if (!cancelled) setLoaded({ of: pdf, sizes })
      },
      () => {}, // the document was released
    )
    return () => {
      cancelled = true
    }
  }, [pdf])
  return loaded && loaded.of === pdf ? loaded.sizes : undefined
}

async function sizeOf(pdf: PDFDocumentProxy, number: number): Promise<PdfPageSize> {
  const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
  return { width, height }
}

async function openPdf(blob: Blob): Promise<{ pdf: PDFDocumentProxy; release: () => void }> {
  const worker = workers.acquire()
  try {
    // Scripts never run: pdf.js evaluates them only in its sandbox, which is not loaded (D10).
    const pdf = await getDocument({
      data: await blob.arrayBuffer(),
      worker,
      BinaryDataFactory: PdfData,
      useWorkerFetch: false,
      enableXfa: false,
      maxImageSize: limits.pixels,
      verbosity: VerbosityLevel.ERRORS,
    }).promise
    const release = () => void pdf.loadingTask.destroy().finally(() => workers.release())
    return { pdf, release }
  } catch (error) {
    workers.release()
    throw error
  }
}

/** One worker for all documents that are open at a time. */
class WorkerPool {
  #worker: PDFWorker | undefined
  #users = 0

  acquire(): PDFWorker {
    GlobalWorkerOptions.workerSrc = workerUrl
    this.#users += 1
    this.#worker ??= new PDFWorker()
    return this.#worker
  }

  release(): void {
    this.#users -= 1
    if (this.#users > 0) return
    this.#worker?.destroy()
    this.#worker = undefined
  }
}

// Of the page, like the worker itself: starting one takes 1.2 MB.
const workers = new WorkerPool()
