import { createReadStream, type Dirent, readdirSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
  '.woff2': 'font/woff2',
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

interface Variant {
  readonly path: string
  readonly size: number
}

interface StaticFile extends Variant {
  readonly type: string
  readonly etag: string
  /** Compressed when it was built, best first. */
  readonly compressed: readonly (Variant & { readonly encoding: string })[]
}

/**
 * The files below a folder, listed once: only names found then are ever opened, so no spelling of a path can lead
 * anywhere else. Hashed names never change; others are asked for again.
 */
export class StaticFiles {
  readonly #files: ReadonlyMap<string, StaticFile>

  constructor(folder: string) {
    this.#files = listFiles(folder)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** @throws Error if there is no such file: ask `has` before */
  send(path: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const file = this.#files.get(path)
    if (!file) throw new Error(`no file ${path}`)
    const immutable = path.startsWith('/assets/')
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    reply.header('etag', file.etag)
    if (file.compressed.length > 0) reply.header('vary', 'Accept-Encoding')
    if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
    const accepted = request.headers['accept-encoding'] ?? ''
    const packed = file.compressed.find(({ encoding }) => accepts(accepted, encoding))
    if (packed) reply.header('content-encoding', packed.encoding)
    const { path: source, size } = packed ?? file
    return reply
      .header('content-type', file.type)
      .header('content-length', String(size))
      .send(createReadStream(source))
  }
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((each) => {
    const [name = '', quality = ''] = each.split(';')
    return name.trim().toLowerCase() === encoding && !/^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(quality)
  })
}

function listFiles(folder: string): Map<string, StaticFile> {
  const paths = entries(folder).map((entry) => join(entry.parentPath, entry.name))
  const all = new Map(paths.map((path) => [path, statSync(path)]))
  const files = new Map<string, StaticFile>()
  for (const [path, { size, mtimeMs }] of all) {
    const type = types[extname(path)]
    const name = `/${relative(folder, path).split(sep).join('/')}`
    // Hidden files and kinds that no page needs stay where they are.
    if (!type || name.includes('/.')) continue
    const compressed = encodings.flatMap(([encoding, ending]) => {
      const packed = all.get(path + ending)
      return packed ? [{ encoding, path: path + ending, size: packed.size }] : []
    })
    files.set(name, {
      ...{ path, size, type, compressed },
      etag: `W/"${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`,
    })
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
