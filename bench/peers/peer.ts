import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { LoadJob } from '../load/load-job.ts'
import type { FormFile } from '../measures/sample-uploads.ts'

/** The work that all contenders do. */
export const works = ['get', 'list', 'search', 'create', 'upload', 'download'] as const
export type Work = (typeof works)[number]
/** A load without port, time and callers. */
export type WorkJob = Pick<LoadJob, 'method' | 'paths'> &
  Partial<Pick<LoadJob, 'headers' | 'bodies' | 'bodyFile' | 'keyed'>>

/** A server that does the work: the product or a peer. */
export interface Contender {
  readonly name: string
  readonly port: number
  readonly pid: number
  /** Undefined for work that it cannot do in this measure. */
  job(work: Work): Promise<WorkJob | undefined>
}

/** A performer, in the columns of the peers. All contenders have the same performers. */
export interface PeerRow {
  readonly id: string
  readonly last_name: string
  readonly first_name: string
  readonly last_name_roman: string
  readonly first_name_roman: string
  readonly status: string
  readonly external_id: string | null
  readonly date_of_birth: string | null
  readonly created_at: string
  readonly updated_at: string
}

export const searchedWords = ['佐藤', '鈴木', '花子', '太郎', '田中', '伊藤']

/** What a registration without files contains. */
export const newNames = {
  last_name: '計測',
  first_name: '花子',
  last_name_roman: 'KEISOKU',
  first_name_roman: 'HANAKO',
}

/**
 * Installs packages into a folder of their own, never into the repository, unless an earlier run has installed them.
 * The versions are those of which all parts are published. Runs no install script of a package: these scripts compile
 * what the work does not use.
 */
export async function install(folder: string, packages: readonly string[]): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, name: 'peer' }))
  console.log(`installing ${packages.join(', ')} …`)
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]
  await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
}

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port')
  return address.port
}

/** Calls a peer while it is prepared for the measures. */
export async function call<T>(
  url: string,
  { headers, body }: { headers: Record<string, string>; body?: unknown },
): Promise<T> {
  const isForm = body instanceof FormData
  const reply = await fetch(url, {
    headers: { ...headers, ...(body !== undefined && !isForm && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${new URL(url).pathname} returned ${reply.status}: ${text.slice(0, 500)}`)
  return JSON.parse(text) as T // the reply of the peer
}

/** The addresses and the queries by which a peer does the work. */
interface PeerApi {
  readonly headers: Record<string, string>
  readonly rows: readonly PeerRow[]
  readonly pdf: FormFile
  readonly items: string
  readonly list: string
  /** The query of a search. Ends with the name of the parameter of the searched word. */
  readonly search: string
  readonly created: object
  readonly upload: string
  readonly download: string
}

export function jobOf(work: Work, api: PeerApi): WorkJob {
  const { headers, items, pdf } = api
  switch (work) {
    case 'get':
      return { method: 'GET', headers, paths: api.rows.map(({ id }) => `${items}/${id}`) }
    case 'list':
      return { method: 'GET', headers, paths: [`${items}?${api.list}`] }
    case 'search': {
      const paths = searchedWords.map((word) => `${items}?${api.search}=${encodeURIComponent(word)}`)
      return { method: 'GET', headers, paths }
    }
    case 'create':
      return {
        method: 'POST',
        paths: [items],
        headers: { ...headers, 'content-type': 'application/json' },
        bodies: [JSON.stringify(api.created)],
      }
    case 'upload':
      return {
        method: 'POST',
        paths: [api.upload],
        headers: { ...headers, 'content-type': pdf.contentType },
        bodyFile: pdf.path,
      }
    case 'download':
      return { method: 'GET', headers, paths: [api.download] }
  }
}
