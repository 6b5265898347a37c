import { limits } from '@kyc/contract/limits.ts'
import type { Source } from './imports.ts'

/** Placeholder in the manual and in the texts of the sources for a variable name or number. */
const placeholder = '〇'

/** The texts in 「」 outside code blocks. */
export function quotesOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...new Set([...prose.matchAll(/「([^」]+)」/g)].map(([, text = '']) => text))]
}

/** The targets of pictures and links, except those of other sites. */
export function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
}

/** The anchors of the headings. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Every text that the sources can show: string literals and text between tags, without spaces. */
export function textsOf(sources: readonly Source[]): ReadonlySet<string> {
  const texts = sources
    .filter(({ path }) => /^(contract|server|web)\/src\/.*\.tsx?$/.test(path))
    .filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))
    .flatMap(({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
      const literals = [...code.matchAll(/'((?:\\.|[^'\\\n])*)'|"([^"\n]*)"|`([^`]*)`/g)]
      const between = [...withPlaceholders(code).matchAll(/>([^<>]*)(?=<)/g)]
      return [
        ...literals.flatMap(([, single, double, template]) =>
          (single ?? double ?? template ?? '').split(/<[^>]*>/),
        ),
        ...between.map(([, shown = '']) => shown),
      ]
    })
  return new Set(texts.map((text) => withoutSpaces(withPlaceholders(text))).filter((text) => text !== ''))
}

/** Whether `quote` is one of `texts` or consists of whole sentences of one. */
export function isShown(quote: string, texts: ReadonlySet<string>): boolean {
  const wanted = withoutSpaces(quote)
  if (texts.has(wanted)) return true
  return [...texts].some((text) => {
    const at = text.indexOf(wanted)
    if (at < 0) return false
    const begins = at === 0 || /[。：]/.test(text[at - 1] ?? '')
    return begins && wanted.endsWith('。')
  })
}

/** Replaces references to limits by their values and other expressions by the placeholder. */
function withPlaceholders(text: string): string {
  return text
    .replace(/\{' '\}/g, ' ')
    .replace(/\$?\{limits\.([\w.]+)\}/g, (_, name: string) => String(limitNamed(name)))
    .replace(/\$?\{[^{}]*\}/g, placeholder)
}

function limitNamed(name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => Object(value)[key], limits)
}

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}
