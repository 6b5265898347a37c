import { sql } from 'kysely'

const mark = '/* prepared */ '

/**
 * Marks a hot query as a named prepared statement: for a look-up by key, parsing and planning cost more than
 * execution (docs/decisions/0046). Only for statements whose text and best plan do not depend on the
 * parameters.
 */
export const prepared = sql.raw(mark)

/** Marks a statement in plain text, with parameters $1, $2 … */
export function preparedText(text: string): string {
  return mark + text
}

/** Limits the statements of a connection in case a marked text varies. */
const maximum = 100

/** Names marked statements; a statement has the same name on all connections. */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    if (!text.startsWith(mark)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size === maximum) return known
    const name = `kyc_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
