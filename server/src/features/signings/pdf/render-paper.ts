import { PDFDocument } from '@cantoo/pdf-lib'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { drawPages } from './draw-pages.ts'
import { drawable, isDrawn } from './fonts.ts'
import { createPageLayout } from './page-layout.ts'

/** A `fact` has the value of a placeholder that stands alone in its line. Its label is the name of the placeholder. */
export interface PaperParagraph {
  readonly kind: 'heading' | 'text' | 'fact'
  readonly label?: string
  readonly text: string
}

/** A document to print: text only, without page breaks of its own. */
export interface Paper {
  readonly title: string
  readonly language: LinkLanguage
  readonly paragraphs: readonly PaperParagraph[]
  /** One line, on every page, with its number. */
  readonly footer: string
}

/** A PDF that the product has made. */
export interface MadePdf {
  readonly bytes: Uint8Array
  readonly pages: number
}

/** A PDF (A4) with embedded fonts, the same bytes for the same paper. Characters that no font has become 〓. */
export async function renderPaper({ title, language, paragraphs, footer }: Paper): Promise<MadePdf> {
  const layout = createPageLayout()
  layout.title(title)
  for (const { kind, label = '', text } of paragraphs) {
    if (kind === 'fact') layout.fact(label, text)
    else layout[kind](text)
  }
  // Without dates, so that equal papers have equal bytes.
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(title, { showInWindowTitleBar: true })
  document.setLanguage(language)
  await drawPages(document, layout.pages(footer))
  return { bytes: await document.save(), pages: document.getPageCount() }
}

/** The different characters of the text that no font has, in their order: a form refuses them by name. */
export function missingCharacters(text: string): string[] {
  const shown = new Set(drawable(text).replaceAll('\n', ''))
  return [...shown].filter((character) => !isDrawn(character))
}
