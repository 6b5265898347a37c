import { readFile } from 'node:fs/promises'
import { limits } from '@kyc/contract/limits.ts'
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type ExaminedPdf, FileRefused } from './cleaning-job.ts'
import { findActiveContent } from './find-active-content.ts'

const refusedAnnotations: ReadonlySet<string> = new Set(['FileAttachment', 'Movie', 'RichMedia', 'Sound'])

/** The end mark stands within the last 1024 bytes of a whole file (ISO 32000); a truncated one has lost it. */
const endMarkWithin = 1024

/**
 * Reads a PDF without running or drawing anything. Two looks that fail differently: the raw names of the file with
 * its object streams, and what a parser finds by following the structure (D10).
 * @throws FileRefused for actions (D60), scripts, embedded files, encryption, too many pages, damage
 */
export async function examinePdf(path: string): Promise<ExaminedPdf> {
  const bytes = await readFile(path)
  if (!bytes.subarray(-endMarkWithin).includes('%%EOF')) throw new FileRefused('the end is missing')
  const found = findActiveContent(bytes)
  if (found) throw new FileRefused(found)
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: true,
  })
  try {
    return await examine(await task.promise)
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused('unreadable', { cause: error })
  } finally {
    await task.destroy()
  }
}

async function examine(pdf: PDFDocumentProxy): Promise<ExaminedPdf> {
  if (pdf.numPages < 1) throw new FileRefused('no pages')
  if (pdf.numPages > limits.cleaning.pdfPages) throw new FileRefused('too many pages')
  // Metadata tells it as well, but is a stream of any size that would be inflated for nothing.
  if (await pdf.getPermissions()) throw new FileRefused('encrypted')
  if ((await pdf.hasJSActions()) || (await pdf.getJSActions())) throw new FileRefused('scripts')
  if (await pdf.getAttachments()) throw new FileRefused('embedded files')
  const opening: object | null = await pdf.getOpenAction()
  if (opening && 'action' in opening) throw new FileRefused('an action on opening')
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    if (await page.getJSActions()) throw new FileRefused('scripts on a page')
    const annotations: { subtype?: string; url?: string }[] = await page.getAnnotations()
    for (const { subtype = '', url } of annotations) {
      if (refusedAnnotations.has(subtype)) throw new FileRefused('embedded files on a page')
      if (url !== undefined && subtype !== 'Link') throw new FileRefused('an address outside links')
    }
    page.cleanup()
  }
  return { pages: pdf.numPages }
}
