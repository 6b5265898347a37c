/** One row of docs/spec-coverage.md: a requirement, its sources and its tests. */
interface CoverageRow {
  readonly line: string
  /** The terms in backquotes in the first column: calls, pages, names. */
  readonly codes: readonly string[]
  /** The texts in 「」 in the first column, quoted verbatim from the product. */
  readonly texts: readonly string[]
  readonly files: readonly string[]
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

/** The rows of all tables without their headers. */
export function readCoverage(markdown: string): CoverageRow[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| (?!---|specification)/.test(line))
    .map((line) => line.slice(2).replace(/ \|$/, '').split(' | '))
    .map(([requirement = '', sources = '', tests = '']) => ({
      line: requirement,
      codes: inBackquotes(requirement),
      texts: [...requirement.matchAll(/「([^」]+)」/g)].map(([, text = '']) => text),
      files: inBackquotes(sources),
      tests: tests.split('<br>').flatMap((reference) => {
        const [, file, title] = /^`([^`]+)` › (.+)$/.exec(reference.trim()) ?? []
        return file && title ? [{ file, title }] : []
      }),
    }))
}

/** The titles of tests and groups in a test file, as written; not those of steps, which cannot run alone. */
export function testTitlesOf(source: string): string[] {
  const calls = /\b(?:test|it|describe)(?:\.(?!step\b)\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
  return [...source.matchAll(calls)].map(([, , title = '']) => title)
}

function inBackquotes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
