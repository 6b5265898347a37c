import type { SigningLanguage } from '@kyc/contract/signing-vocabulary.ts'

export interface PaperParagraph {
  readonly kind: 'heading' | 'text' | 'fact'
  /** Of a fact. */
  readonly label?: string
  readonly text: string
}

/** A document to print: text only, without page breaks of its own. */
export interface Paper {
  readonly title: string
  readonly language: SigningLanguage
  readonly paragraphs: readonly PaperParagraph[]
  /** On every page, beside its number. */
  readonly footer: string
}

/** A PDF with the paper as a comment. */
export async function renderPaper(paper: Paper): Promise<Uint8Array> {
  const text = Buffer.from(JSON.stringify(paper)).toString('base64')
  return Buffer.from(`%PDF-1.4
% ${text}
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>
endobj
trailer
<< /Root 1 0 R >>
%%EOF
`)
}

/** The different characters of the text that no font has, in their order: a form refuses them by name. */
export function missingCharacters(_text: string): string[] {
  return []
}
