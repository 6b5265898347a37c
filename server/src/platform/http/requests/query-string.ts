import type { z } from 'zod'
import { fieldProblem } from './input.ts'

/**
 * The query parameters that `schema` knows; others are ignored (D19).
 * @throws Problem INVALID_INPUT for a known one that comes more than once
 */
export function readQuery(url: string, schema: z.ZodObject): Record<string, string> {
  const start = url.indexOf('?')
  if (start === -1 || start === url.length - 1) return {}
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(schema.shape, name)) continue
    if (Object.hasOwn(values, name)) throw fieldProblem(name, '同じ条件が複数指定されています。')
    values[name] = value
  }
  return values
}
