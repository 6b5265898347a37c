import { limits } from '@kyc/contract/limits.ts'
import type { Source } from './imports.ts'

/** Stands in the manual, and here in the texts of the sources, for a name or number that differs from case to case. */
const blank = '〇'

/** What the manual quotes: the texts in 「」 outside of code. */
export function quotesOf(markdown: string): string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gm, '')
  return [...new Set([...prose.matchAll(/「([^」]+)」/g)].map(([, text = '']) => text))]
}

/** Pictures and links, without those to other sites. */
export function linksOf(markdown: string): string[] {
  return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link))
}

/** The headings as addresses name them. */
export function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Every text that the sources can show, without its spaces: what stands in quotation marks and between tags. */
export function textsOf(sources: readonly Source[]): ReadonlySet<string> {
  const texts = sources
    .filter(({ path }) => /^(contract|server|web)\/src\/.*\.tsx?$/.test(path))
    .filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))
    .flatMap(({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
      const literals = [...code.matchAll(/'((?:\\.|[^'\\\n])*)'|"([^"\n]*)"|`([^`]*)`/g)]
      const between = [...withBlanks(code).matchAll(/>([^<>]*)(?=<)/g)]
      return [
        ...literals.flatMap(([, single, double, template]) =>
          (single ?? double ?? template ?? '').split(/<[^>]*>/),
        ),
        ...between.map(([, shown = '']) => shown),
      ]
    })
  return new Set(texts.map((text) => squeezed(withBlanks(text))).filter((text) => text !== ''))
}

/** Whether `quote` is one of `texts`, or whole sentences of one. */
export function isShown(quote: string, texts: ReadonlySet<string>): boolean {
  const wanted = squeezed(quote)
  if (texts.has(wanted)) return true
  return [...texts].some((text) => {
    const at = text.indexOf(wanted)
    if (at < 0) return false
    const begins = at === 0 || /[。：]/.test(text[at - 1] ?? '')
    return begins && wanted.endsWith('。')
  })
}

/** Values that are limits are put in; all others are left open. */
function withBlanks(text: string): string {
  return text
    .replace(/\{' '\}/g, ' ')
    .replace(/\$?\{limits\.([\w.]+)\}/g, (_, name: string) => String(limitNamed(name)))
    .replace(/\$?\{[^{}]*\}/g, blank)
}

function limitNamed(name: string): unknown {
  return name.split('.').reduce<unknown>((value, key) => Object(value)[key], limits)
}

function squeezed(text: string): string {
  return text.replace(/\s/g, '')
}
