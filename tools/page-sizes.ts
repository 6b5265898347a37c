import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureWebBuilt } from './setup/build-web.mjs'

const dist = join(import.meta.dirname, '../web/dist')

/**
 * What the first page, which is the login page, loads. The sizes are those of Brotli, which all browsers accept over
 * HTTPS.
 */
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

/** Measures what index.html of the built pages loads: the login page is a part of it. */
export async function measureFirstPage(): Promise<PageSize> {
  await ensureWebBuilt()
  const page = readFileSync(join(dist, 'index.html'), 'utf8')
  const paths = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(
    ([, path = '']) => path,
  )
  const sizes = paths.map((path) => statSync(join(dist, `${path}.br`)).size)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return { requests: sizes.length, kibibytes: Math.round(total / 102.4) / 10 }
}
