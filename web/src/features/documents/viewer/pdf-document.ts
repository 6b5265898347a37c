import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useState } from 'react'

export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly pdf: PDFDocumentProxy }

/** In points, before the viewer's rotation. */
export interface PdfPageSize {
  readonly width: number
  readonly height: number
}

/** Loads pdf.js only for the first document, since it is as large as the rest of a page. */
const loadPdf = () => import('./open-pdf.ts')

/** Loads the code of previews while a form is filled in, since the connection may be lost later. */
export function preloadPdf(): void {
  loadPdf().catch(() => {}) // the first document tries again
}

/** Opens `blob` in the pdf.js worker, and releases it on unmount or when `blob` changes. */
export function usePdf(blob: Blob): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'loading' })
  useEffect(() => {
    let cancelled = false
    const opening = loadPdf().then(({ openPdf }) => openPdf(blob))
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

/** The size of every page, for the column of pages. A thumbnail does not need the sizes. */
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
