/** One row of a table in docs/security: a requirement, its sources and its tests. */
interface ReferenceRow {
  readonly line: string
  /** The second column as written. */
  readonly sources: string
  readonly files: readonly string[]
  readonly tests: readonly { readonly file: string; readonly title: string }[]
}

/** The rows of all tables without their headers, which precede a line of dashes. */
export function readReferences(markdown: string): ReferenceRow[] {
  return markdown
    .split('\n')
    .filter((line, index, lines) => /^\| (?!---)/.test(line) && !/^\| ?---/.test(lines[index + 1] ?? ''))
    .map((line) => line.slice(2).replace(/ \|$/, '').split(' | '))
    .map(([requirement = '', sources = '', tests = '']) => ({
      line: requirement,
      sources,
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
  // The rows of `each` may contain brackets, so its title is the first string that directly follows `)(`.
  const tables = /\b(?:test|it|describe)\.each\b[\s\S]*?\)\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g
  const found = [...source.matchAll(calls), ...source.matchAll(tables)].map(([, , title = '']) => title)
  return [...new Set(found)]
}

function inBackquotes(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
}
