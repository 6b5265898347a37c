import { limits } from '@kyc/contract/limits.ts'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useState } from 'react'
import { PdfData } from './pdf-data.ts'

export type PdfState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly pdf: PDFDocumentProxy; readonly sizes: readonly PdfPageSize[] }

/** In points, as the page stands before we turn it. */
export interface PdfPageSize {
  readonly width: number
  readonly height: number
}

/** Opens `blob` in the worker of pdf.js and lets go of it when it is no longer shown. */
export function usePdf(blob: Blob): PdfState {
  const [state, setState] = useState<PdfState>({ kind: 'loading' })
  useEffect(() => {
    let gone = false
    const opening = openPdf(blob)
    opening.then(
      (opened) => {
        if (!gone) setState({ kind: 'ready', ...opened })
      },
      () => {
        if (!gone) setState({ kind: 'failed' })
      },
    )
    return () => {
      gone = true
      setState({ kind: 'loading' })
      opening.then(
        ({ pdf }) => pdf.loadingTask.destroy(),
        () => {}, // it never opened, so there is nothing to let go of
      )
    }
  }, [blob])
  return state
}

async function openPdf(blob: Blob): Promise<{ pdf: PDFDocumentProxy; sizes: PdfPageSize[] }> {
  GlobalWorkerOptions.workerSrc = workerUrl
  // Scripts never run: pdf.js evaluates none without its sandbox, which is not loaded (D10).
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
