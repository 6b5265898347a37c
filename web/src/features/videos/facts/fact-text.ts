import { dateInWords, isDay } from '@kyc/contract/dates.ts'
import type { FactField } from './fact-fields.ts'

/** A part in one line: the known fields with their labels; lists of choices as a number of all. */
export function partText(fields: readonly FactField[], part: object): string {
  const facts = new Map<string, unknown>(Object.entries(part))
  return fields
    .map((field) => [field.label, factText(field, facts.get(field.name))] as const)
    .filter(([, text]) => text !== '')
    .map(([label, text]) => `${label} ${text}`)
    .join('・')
}

function factText({ kind, options }: FactField, fact: unknown): string {
  if (fact === null || fact === undefined || fact === '') return ''
  if (Array.isArray(fact)) {
    if (options) return `${fact.length}/${Object.keys(options).length}`
    return fact.length > 0 ? `${fact.length}名` : ''
  }
  const text = String(fact)
  if (kind === 'day' && isDay(text)) return dateInWords(text)
  return options?.[text] ?? text
}
