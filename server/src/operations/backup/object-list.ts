import type { Readable } from 'node:stream'

/** An object of the backup. `gone` is the time at which a run first found no row that names it. */
export interface ListedObject {
  readonly key: string
  readonly bytes: number
  readonly sha256: string
  readonly gone: string | null
}

/** One line of the list of objects, which is sorted by key. */
export function objectLine({ key, bytes, sha256, gone }: ListedObject): string {
  return `${key} ${bytes} ${sha256}${gone === null ? '' : ` ${gone}`}\n`
}

export async function* readObjectList(content: Readable): AsyncGenerator<ListedObject> {
  for await (const line of linesOf(content)) {
    const [key = '', bytes, sha256 = '', gone = null] = line.split(' ')
    yield { key, bytes: Number(bytes), sha256, gone }
  }
}

/** The lines of a text. */
export async function* linesOf(content: Readable): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of content.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
