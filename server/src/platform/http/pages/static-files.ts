import { createReadStream, type Dirent, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const gzip = promisify<Buffer, Buffer>(gzipCompress)

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.ttf': 'font/ttf',
  '.woff2': 'font/woff2',
}

interface StaticFile {
  readonly path: string
  readonly size: number
  readonly type: string
  readonly etag: string
  /** Texts that become much smaller. */
  readonly packable: boolean
}

const packers = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } }),
  gzip: (bytes: Buffer) => gzip(bytes),
} as const
type Encoding = keyof typeof packers

/**
 * The files below a folder, listed once: only names found then are ever opened, so no spelling of a path can lead
 * anywhere else. Hashed names never change; others are asked for again. Texts are compressed when first asked for.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>
  readonly #packed = new Map<string, Promise<Buffer>>()

  constructor(folder: string) {
    this.#files = listFiles(folder)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** @throws Error if there is no such file: ask `has` before */
  async send(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = this.#files.get(path)
    if (!file) throw new Error(`no file ${path}`)
    const immutable = path.startsWith('/assets/')
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.header('etag', file.etag)
    if (file.packable) reply.header('vary', 'Accept-Encoding')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    reply.header('content-type', file.type)
    const encoding = file.packable ? bestEncoding(request.headers['accept-encoding']) : undefined
    if (encoding) return reply.header('content-encoding', encoding).send(await this.#pack(file, encoding))
    return reply.header('content-length', String(file.size)).send(createReadStream(file.path))
  }

  #pack({ path }: StaticFile, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${path}`
    const known = this.#packed.get(key)
    if (known) return known
    const packed = readFile(path).then(packers[encoding])
    this.#packed.set(key, packed)
    packed.catch(() => this.#packed.delete(key))
    return packed
  }
}

function bestEncoding(header = ''): Encoding | undefined {
  const accepted = header.split(',').flatMap((each) => {
    const [name = '', quality = ''] = each.split(';')
    return /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(quality) ? [] : [name.trim().toLowerCase()]
  })
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}

function listFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  for (const entry of entries(folder)) {
    const path = join(entry.parentPath, entry.name)
    const name = `/${relative(folder, path).split(sep).join('/')}`
    if (name.includes('/.')) continue // hidden files stay hidden
    const { size, mtimeMs } = statSync(path)
    const type = types[extname(path)] ?? 'application/octet-stream'
    const etag = `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`
    const packable = size > 1024 && /charset|wasm/.test(type)
    files.set(name, { path, size, type, etag, packable })
  }
  return files
}

function entries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // as node:fs reports a missing folder
    throw error
  }
}
