import { sql } from 'kysely'
import type pg from 'pg'

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
export function createPreparer(): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    if (!text.startsWith(mark)) return undefined
    const known = names.get(text)
    if (known !== undefined || names.size === maximum) return known
    const name = `kyc_${names.size + 1}`
    names.set(text, name)
    return name
  }
  return (client) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client)
    const named = (...args: unknown[]): unknown => {
      const [text, values, ...rest] = args
      const name = typeof text === 'string' ? nameOf(text) : undefined
      return name === undefined ? query(...args) : query({ name, text, values }, ...rest)
    }
    client.query = named as typeof client.query // same parameters and result as the driver's
  }
}
