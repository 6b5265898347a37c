/** One line of docs/spec-coverage.md: a piece of the specification, where it lives, and which tests show it. */
export interface CoverageRow {
  readonly line: string
  /** What stands in backquotes in the first column: calls, pages, names. */
  readonly codes: readonly string[]
  /** What stands in 「」 in the first column: texts of the product, word for word. */
  readonly texts: readonly string[]
  readonly files: readonly string[]
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

/** The lines of all its tables, heads left out. */
export function readCoverage(markdown: string): CoverageRow[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| (?!---|specification)/.test(line))
    .map((line) => line.slice(2).replace(/ \|$/, '').split(' | '))
    .map(([item = '', where = '', shown = '']) => ({
      line: item,
      codes: inBackquotes(item),
      texts: [...item.matchAll(/「([^」]+)」/g)].map(([, text = '']) => text),
      files: inBackquotes(where),
      tests: shown.split('<br>').flatMap((reference) => {
        const [, file, title] = /^`([^`]+)` › (.+)$/.exec(reference.trim()) ?? []
        return file && title ? [{ file, title }] : []
      }),
    }))
}

/** The titles of tests and groups as the source of a test file spells them; steps are left out, they cannot run alone. */
export function testTitlesOf(source: string): string[] {
  const calls = /\b(?:test|it|describe)(?:\.(?!step\b)\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
  return [...source.matchAll(calls)].map(([, , title = '']) => title)
}

function inBackquotes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
