import type { Source } from './imports.ts'

export interface Wording {
  /** Texts that mean a concept but are not its wording. */
  readonly not: readonly string[]
  /** Texts of the specification that contain one of them. */
  readonly except: readonly string[]
}

/** The rows of the section "Wording of the pages" of docs/glossary.md. */
export function wordingsOf(glossary: string): Wording[] {
  const section = /^## Wording of the pages\n([\s\S]*?)^## /m.exec(glossary)?.[1] ?? ''
  const rows = [...section.matchAll(/^\|(.*)\|$/gm)].slice(2)
  return rows.map(([, row = '']) => {
    const [, not = '', except = ''] = row.split('|')
    return { not: list(not), except: list(except) }
  })
}

/** The uses of a wording that the glossary rules out, each with its file. */
export function findWordings(sources: readonly Source[], wordings: readonly Wording[]): string[] {
  return sources.flatMap(({ path, text }) =>
    wordings.flatMap(({ not, except }) => {
      const rest = except.reduce((remaining, allowed) => remaining.replaceAll(allowed, ''), text)
      return not.filter((wording) => rest.includes(wording)).map((wording) => `${path}: ${wording}`)
    }),
  )
}

function list(cell: string): string[] {
  return cell
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
}
