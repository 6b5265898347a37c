import { limits } from '@kyc/contract/limits.ts'
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentProxy,
  PDFWorker,
  VerbosityLevel,
} from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { PdfData } from './pdf-data.ts'

/** Opens a document with pdf.js; `release` closes it, and ends the worker with the last open document. */
export async function openPdf(blob: Blob): Promise<{ pdf: PDFDocumentProxy; release: () => void }> {
  const worker = workers.acquire()
  try {
    // Scripts never run: pdf.js evaluates them only in its sandbox, which is not loaded.
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

// The page has one pool, as it has one worker, because starting a worker takes 1.2 MB.
const workers = new WorkerPool()
