import { pathParameters } from '@kyc/contract/endpoint.ts'
import { z } from 'zod'

// Each secret or personal text of the canary test contains one of two marks, which occur nowhere else in the product.
const mark = 'qz7k'
const kanaMark = 'カナリヤゼロナナ'

/** Counts the texts that were created. */
let created = 0

/** A new text with a mark, in a form that most inputs accept. */
export function canary(form: keyof typeof forms = 'text'): string {
  return forms[form](++created)
}

export function createdCanaries(): number {
  return created
}

const forms = {
  text: (n: number) => `見本${mark}${n}`,
  latin: (n: number) => `${mark.toUpperCase()}${n}`,
  email: (n: number) => `${mark}${n}@example.com`,
  kana: (n: number) => `${kanaMark}${'ンアイウエオカキクケコ'[n % 11]}`,
  roman: (n: number) => `QZKANARI${String.fromCharCode(65 + (n % 26))}`,
  password: (n: number) => `${mark}-Inu-2718-${n}`,
  token: (n: number) => `${mark}${n}`.padEnd(43, 'x'),
  url: (n: number) => `https://${mark}${n}.example.com`,
} as const

/** How a mark may be written: as it is, in hexadecimal, base64, percent encoding or JSON escapes. */
const traces = [mark, kanaMark, 'QZKANARI'].flatMap((text) => {
  const bytes = Buffer.from(text)
  const shifted = ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + text)
      .toString('base64')
      .slice(4, -4),
  )
  const escaped = [...text].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  return [
    text,
    bytes.toString('hex'),
    encodeURIComponent(text),
    escaped,
    ...shifted.filter((part) => part.length > 5),
  ]
})
const found = new RegExp(traces.map((trace) => trace.replaceAll('\\', '\\\\')).join('|'), 'gi')

/** The marks in a text, with their surroundings. */
export function leaksIn(text: string): string[] {
  return [...text.matchAll(found)].map(({ index }) => text.slice(Math.max(0, index - 150), index + 60))
}

/**
 * A body that `schema` accepts, like `base` with as many canaries as possible: in each text, and in each field that `base`
 * lacks.
 */
export function filledBody(schema: z.ZodType, base: unknown): unknown {
  if (!isObject(base)) return base
  let body: Record<string, unknown> = { ...base }
  const properties = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}
  for (const name of Object.keys(properties)) {
    for (const form of Object.keys(forms) as (keyof typeof forms)[]) {
      if (isObject(body[name]) || Array.isArray(body[name]) || typeof body[name] === 'number') break
      const changed = { ...body, [name]: canary(form) }
      if (!schema.safeParse(changed).success) continue
      body = changed
      break
    }
  }
  return body
}

/** `base` with a canary for each text, whether it is valid or not. */
export function brokenBody(base: unknown): unknown {
  if (typeof base === 'string') return canary()
  if (Array.isArray(base)) return base.map(brokenBody)
  if (!isObject(base)) return base ?? canary()
  return Object.fromEntries(Object.entries(base).map(([name, value]) => [name, brokenBody(value)]))
}

/** A path whose parameters are canaries. */
export function brokenPath(path: string): string {
  return pathParameters(path).reduce(
    (filled, name) => filled.replace(`{${name}}`, canary('latin')),
    `/api${path}`,
  )
}

/** A query that `shape` accepts where possible, followed by a parameter that it does not have. */
export function filledQuery(shape: z.ZodObject | undefined): string {
  const params = new URLSearchParams()
  for (const [name, schema] of Object.entries(shape?.shape ?? {})) {
    if (name === 'organisation' || name === 'cursor') continue // refused before anything else is read
    const text = canary()
    if ((schema as z.ZodType).safeParse(text).success) params.set(name, text) // the shape of a zod object
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Headers that a client may send with any call. */
export function filledHeaders(): Record<string, string> {
  return {
    'user-agent': canary('latin'),
    referer: `${canary('url')}/?q=${canary('latin')}`,
    'accept-language': canary('latin'),
    'x-request-id': canary('latin'),
    'x-client-version': canary('latin'),
    'idempotency-key': canary('latin'),
    traceparent: canary('latin'),
    baggage: `user=${canary('latin')}`,
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
