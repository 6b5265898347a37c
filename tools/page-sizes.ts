import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

/** What a page loads at first, as gzip sends it. */
export interface PageSize {
  readonly page: string
  /** Scripts and style sheets. */
  readonly requests: number
  readonly kibibytes: number
}

/** The first page of most visits, which is loaded with the program itself. */
const first = 'main.tsx'
const limits = { kibibytes: 210, requests: 30 } as const

const root = join(import.meta.dirname, '..')

/** One sentence for each limit that is exceeded. */
export function findSizeFaults(pages: readonly PageSize[]): string[] {
  return pages.flatMap(({ page, requests, kibibytes }) => [
    ...(requests > limits.requests ? [`${page} loads ${requests} files, more than ${limits.requests}.`] : []),
    ...(page === first && kibibytes > limits.kibibytes
      ? [`${page} loads ${kibibytes} KiB, more than ${limits.kibibytes}.`]
      : []),
  ])
}

/** Builds the pages without writing them. */
export async function measurePages(): Promise<PageSize[]> {
  const { output } = (await build({
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'error',
    build: { write: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput // one output and no watcher
  const chunks = output.filter((file) => file.type === 'chunk')
  const contents = new Map(
    output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
  const named = (module: RegExp) => chunks.filter(({ facadeModuleId }) => module.test(facadeModuleId ?? ''))
  const start = [...named(/\/index\.html$/), ...named(/\/SignedInShell\.tsx$/)]
  return [
    measure(first, start.slice(0, 1)),
    ...named(/Page\.tsx$/).map((page) => measure(page.name, [...start, page])),
  ]

  function measure(page: string, loaded: readonly Rolldown.OutputChunk[]): PageSize {
    const files = filesOf(chunks, loaded)
    const bytes = files.reduce(
      (sum, file) => sum + gzipSync(contents.get(file) ?? '', { level: 9 }).length,
      0,
    )
    return { page, requests: files.length, kibibytes: Math.round(bytes / 102.4) / 10 }
  }
}

/** The scripts and style sheets that the chunks import, each once. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], loaded: readonly Rolldown.OutputChunk[]): string[] {
  const found = new Set(loaded)
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported) found.add(imported)
    }
  }
  const files = [...found].flatMap(({ fileName, viteMetadata }) => [
    fileName,
    ...(viteMetadata?.importedCss ?? []),
  ])
  return [...new Set(files)]
}
