import { PDFDocument } from '@cantoo/pdf-lib'

/** The pages of a PDF that the product has made. */
export async function countPages(bytes: Uint8Array): Promise<number> {
  return (await PDFDocument.load(bytes, { updateMetadata: false })).getPageCount()
}
