import type { Readable } from 'node:stream'
import { StartError } from '../process/start-error.ts'

/** A row of a copy that was read without a database. */
export interface CopiedRow {
  /** @throws StartError if the row has no such value */
  text(column: string): string
  /** @throws StartError if the value is not one of type bytea */
  bytes(column: string): Buffer
}

/** Memory cap: only tables of a few rows are read like this. */
const maxBytes = 16 * 1024 * 1024

const escaped: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

/**
 * Reads rows in the text format of COPY. Accepts only what `copyOut` writes.
 * @throws StartError for anything else
 */
export async function readCopiedRows(content: Readable, columns: readonly string[]): Promise<CopiedRow[]> {
  const lines = (await textOf(content)).split('\n')
  if (lines.pop() !== '') throw damaged()
  return lines.map((line) => {
    const fields = line.split('\t')
    if (fields.length !== columns.length) throw damaged()
    return rowOf(new Map(fields.map((field, at) => [columns[at] ?? '', field])))
  })
}

async function textOf(content: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > maxBytes) throw damaged()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function rowOf(fields: ReadonlyMap<string, string>): CopiedRow {
  const text = (column: string): string => {
    const field = fields.get(column)
    if (field === undefined || field === '\\N') throw damaged()
    return field.replaceAll(/\\(.?)/gs, (_, char: string) => {
      if (char === '\\') return char
      const control = escaped[char]
      if (control === undefined) throw damaged()
      return control
    })
  }
  return {
    text,
    bytes(column) {
      const hex = /^\\x((?:[0-9a-f]{2})*)$/.exec(text(column))?.[1]
      if (hex === undefined) throw damaged()
      return Buffer.from(hex, 'hex')
    },
  }
}

function damaged(): StartError {
  return new StartError('The archive of keys is damaged: use another copy of it.')
}
