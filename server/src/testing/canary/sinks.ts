import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestReply } from '../app/test-client.ts'

/** Headers of successful replies that repeat an input to the client that may read it. */
const repeating = new Set(['content-disposition', 'link', 'set-cookie'])

/** What a reply shows apart from its content: everything of an error, the headers of another. */
export function shownBy({ status, headers, bytes }: TestReply): string {
  const shown = [...headers].filter(([name]) => status >= 400 || !repeating.has(name))
  const lines = shown.map(([name, value]) => `${name}: ${decoded(value)}`)
  return [...lines, ...(status >= 400 ? [bytes.toString('utf8')] : [])].join('\n')
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** The names and contents of all files in a folder. */
export async function everythingIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return `${path}\n${await readFile(path, 'latin1').catch(() => '')}`
  })
  return Buffer.from((await Promise.all(texts)).join('\n'), 'latin1').toString('utf8')
}

/** Copies what this process writes to its standard streams until `stop`. */
export function watchStreams(): { text(): string; stop(): void } {
  const written: string[] = []
  const streams = [process.stdout, process.stderr]
  const originals = streams.map((stream) => stream.write)
  for (const stream of streams) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean // the overloads share this form
    stream.write = ((chunk: unknown, ...rest: unknown[]) => {
      written.push(String(chunk))
      return write(chunk, ...rest)
    }) as typeof stream.write // the same parameters and result
  }
  return {
    text: () => written.join(''),
    stop() {
      for (const [at, stream] of streams.entries()) stream.write = originals[at] ?? stream.write
    },
  }
}
