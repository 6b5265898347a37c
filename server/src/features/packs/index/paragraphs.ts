import type { PaperParagraph } from '../../signings/pdf/render-paper.ts'

export function heading(text: string): PaperParagraph {
  return { kind: 'heading', text }
}

export function text(content: string): PaperParagraph {
  return { kind: 'text', text: content }
}

export function fact(label: string, content: string): PaperParagraph {
  return { kind: 'fact', label, text: content }
}

/** A fact that is left out if nothing is known. */
export function known(label: string, content: string | null | undefined): PaperParagraph[] {
  return content ? [fact(label, content)] : []
}
