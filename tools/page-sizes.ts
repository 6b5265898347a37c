import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** What the first page loads, which is the login page, as gzip sends it. */
export interface PageSize {
  /** Scripts and style sheets. */
  readonly requests: number
  readonly kibibytes: number
}

const limits: PageSize = { requests: 30, kibibytes: 210 }

/** One sentence for each limit that is exceeded. */
export function findSizeFaults({ requests, kibibytes }: PageSize): string[] {
  return [
    ...(requests > limits.requests
      ? [`The first page loads ${requests} files, more than ${limits.requests}.`]
      : []),
    ...(kibibytes > limits.kibibytes
      ? [`The first page loads ${kibibytes} KiB, more than ${limits.kibibytes}.`]
      : []),
  ]
}

/** Builds the pages without writing them, and measures what index.html loads: the login page is a part of it. */
export async function measureFirstPage(): Promise<PageSize> {
  const { output } = (await build({
    configFile: join(import.meta.dirname, '../web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput // one output and no watcher
  const chunks = output.filter((file) => file.type === 'chunk')
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
  }
  const styles = new Set([...loaded].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  const sheets = output.filter((file) => file.type === 'asset' && styles.has(file.fileName))
  const bytes = [...loaded, ...sheets].map((file) =>
    gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }),
  )
  const total = bytes.reduce((sum, { length }) => sum + length, 0)
  return { requests: bytes.length, kibibytes: Math.round(total / 102.4) / 10 }
}
