import type { Source } from './imports.ts'
import { proseOf } from './prose.ts'

/** A rule of docs/rules: the number that code cites, and its text. */
interface Rule {
  readonly number: string
  readonly page: string
  readonly text: string
}

/** The numbers of threats and of requirements of ASVS, which only docs/security may cite. */
const securityForms: readonly RegExp[] = [/\b[TC]\d{1,2}\b/, /\bV\d+\.\d+(\.\d+)?\b/]

/** Citations without a target in the repository, searched in comments, test titles and documents. */
const foreignForms: readonly RegExp[] = [
  /\bprotocol P\b/i,
  /\barchitecture rules?\b/i,
  /\bdecisions? D\d+/i,
  /\bspec(ification)?,? (section )?\d/i,
  /\b(product|decisions|reliability|performance|stack|style)\.md\b/,
  /\.\.\/shared\b/,
]

/** The rules of a page: each heading of the third level with the text below it. */
function rulesOf({ path, text }: Source): Rule[] {
  const sections = text.split(/^(?=#{1,3} )/m).filter((section) => section.startsWith('### '))
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n')
    const [, number = ''] = /^### (D\d+|spec §\d) \S/.exec(heading) ?? []
    return { number, page: `${path}: ${heading}`, text: lines.join('\n').trim() }
  })
}

/** The numbers that a file cites, as docs/rules spells them. */
function citationsOf({ text }: Source): string[] {
  const decisions = [...text.matchAll(/\bD\d{1,3}\b/g)].map(([number]) => number)
  const sections = [...text.matchAll(/§(\d+)/g)].map(([, section = '']) => `spec §${section}`)
  return [...new Set([...decisions, ...sections])]
}

/** Citations in a form that has no target. */
function foreignCitationsOf(source: Source): string[] {
  const prose = proseOf(source)
  const listsThem = source.path.startsWith('docs/security')
  return [...foreignForms, ...(listsThem ? [] : securityForms)].flatMap((form) => form.exec(prose)?.[0] ?? [])
}

/** Faults of the citations of `sources` and of the rules themselves, one sentence each. */
export function findCitationFaults(sources: readonly Source[], pages: readonly Source[]): string[] {
  const rules = pages.flatMap(rulesOf)
  const count = (number: string) => rules.filter((rule) => rule.number === number).length
  return [
    ...rules.filter(({ number }) => number === '').map(({ page }) => `${page} has no number.`),
    ...rules.filter(({ text }) => text === '').map(({ page }) => `${page} states no rule.`),
    ...rules.filter(({ number }) => count(number) > 1).map(({ page }) => `${page} exists more than once.`),
    ...sources.flatMap((source) => [
      ...citationsOf(source)
        .filter((number) => count(number) === 0)
        .map((number) => `${source.path} cites ${number}, which is not in docs/rules.`),
      ...foreignCitationsOf(source).map((form) => `${source.path} cites "${form}": cite D… or spec §….`),
    ]),
  ]
}
