import { limits } from '@kyc/contract/limits.ts'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { PdfData } from './pdf-data.ts'

export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly pdf: PDFDocumentProxy; readonly sizes: readonly PdfPageSize[] }

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
      (opened) => {
        if (!cancelled) setState({ kind: 'ready', ...opened })
      },
      () => {
        if (!cancelled) setState({ kind: 'failed' })
      },
    )
    return () => {
      cancelled = true
      setState({ kind: 'loading' })
      opening.then(
        ({ pdf }) => pdf.loadingTask.destroy(),
        () => {}, // opening failed: nothing to release
      )
    }
  }, [blob])
  return state
}

async function openPdf(blob: Blob): Promise<{ pdf: PDFDocumentProxy; sizes: PdfPageSize[] }> {
  GlobalWorkerOptions.workerSrc = workerUrl
  // Scripts never run: pdf.js evaluates them only in its sandbox, which is not loaded (D10).
  const pdf = await getDocument({
    data: await blob.arrayBuffer(),
    BinaryDataFactory: PdfData,
    useWorkerFetch: false,
    enableXfa: false,
    maxImageSize: limits.pixels,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
  const sizes: PdfPageSize[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 })
    sizes.push({ width, height })
  }
  return { pdf, sizes }
}
