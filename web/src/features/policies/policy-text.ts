/**
 * A paragraph, or the items of a list. `[label](/path)` in a text is a link within the product.
 */
export type Block = string | readonly string[]

export interface Article {
  readonly title: string
  readonly body: readonly Block[]
}

/** Date of the last revision of all policies. */
export const revisedOn = '2026-11-28'

export type TextPart = string | { readonly label: string; readonly href: string }

/** Splits a text into plain text and links. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/\[([^\]]+)\]\((\/[^)]*)\)/g)) {
    const [all, label = '', href = ''] = match
    parts.push(text.slice(end, match.index), { label, href })
    end = match.index + all.length
  }
  parts.push(text.slice(end))
  return parts.filter((part) => part !== '')
}
