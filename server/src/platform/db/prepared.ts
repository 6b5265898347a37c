import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */ '

/**
 * Stands in front of a statement that runs all the time: each connection has it parsed and planned once, which for a
 * look-up by key costs more than the look-up. For statements only whose text does not vary with what is asked, and
 * whose best plan does not either.
 */
export const prepared = sql.raw(mark)

/** The same for a statement that is written as plain text, its parameters as $1, $2 … */
export function preparedText(text: string): string {
  return mark + text
}

/** A fault in the use of the mark must not fill the database with statements. */
const maximum = 100

/** Gives marked statements names, by which the driver and the database know them again: one set for all connections. */
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
    client.query = named as typeof client.query // takes and returns what the driver's own does
  }
}
