import { readFile } from 'node:fs/promises'
import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ExaminedPdf, FileRefused } from './cleaning-job.ts'
import { findActiveContent } from './find-active-content.ts'

const refusedAnnotations: ReadonlySet<string> = new Set(['FileAttachment', 'Movie', 'RichMedia', 'Sound'])

/** A complete file has its end marker within its last 1024 bytes (ISO 32000). */
const endMarkerWithin = 1024

/**
 * Reads a PDF without executing or rendering anything. Two independent checks: a scan of all names in the
 * file and its object streams, and a parser that follows the structure.
 * @throws FileRefused for actions, scripts, embedded files, encryption, too many pages, damage
 */
export async function examinePdf(path: string): Promise<ExaminedPdf> {
  const bytes = await readFile(path)
  if (!bytes.subarray(-endMarkerWithin).includes('%%EOF'))
    throw new FileRefused('damaged', 'the end is missing')
  const fault = findActiveContent(bytes)
  if (fault) throw new FileRefused(fault.fileCause, fault.reason)
  const task = getDocument({
    // The same memory: the library takes it over instead of copying it.
    data: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    verbosity: 0,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: true,
  })
  try {
    return await examine(await task.promise)
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('damaged', 'unreadable', { cause: error })
  } finally {
    await task.destroy()
  }
}

async function examine(pdf: PDFDocumentProxy): Promise<ExaminedPdf> {
  if (pdf.numPages < 1) throw new FileRefused('damaged', 'no pages')
  if (pdf.numPages > cleaningLimits.pdfPages) throw new FileRefused('pages', 'too many pages')
  // The encryption is not read from the metadata: a stream of any size would be inflated for it.
  if (await pdf.getPermissions()) throw new FileRefused('encrypted', 'encrypted')
  if ((await pdf.hasJSActions()) || (await pdf.getJSActions())) throw new FileRefused('script', 'scripts')
  if (await pdf.getAttachments()) throw new FileRefused('active', 'embedded files')
  const opening: object | null = await pdf.getOpenAction()
  if (opening && 'action' in opening) throw new FileRefused('active', 'an action on opening')
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    if (await page.getJSActions()) throw new FileRefused('script', 'scripts on a page')
    const annotations: { subtype?: string; url?: string }[] = await page.getAnnotations()
    for (const { subtype = '', url } of annotations) {
      if (refusedAnnotations.has(subtype)) throw new FileRefused('active', 'embedded files on a page')
      if (url !== undefined && subtype !== 'Link') throw new FileRefused('active', 'an address outside links')
    }
    page.cleanup()
  }
  return { pages: pdf.numPages }
}
