import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { UploadShape } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { Problem } from '../../problem.ts'
import { cleanFilename } from '../replies/file-name.ts'
import type { Upload, UploadedFile } from '../requests/binding.ts'
import { fieldProblem } from '../requests/input.ts'
import { watchTransfer } from './transfer-watch.ts'
import type { UploadSlot } from './upload-slots.ts'

type OnFile = (file: UploadedFile) => Promise<void>

interface UploadOptions {
  readonly shape: UploadShape
  readonly slot: Pick<UploadSlot, 'received' | 'turn'>
  /** Throws unless the caller's session is still valid. */
  readonly revalidate: () => Promise<void>
}

/**
 * The multipart body of a request (D8), streamed part by part and never buffered in memory. The first failure is
 * thrown; the rest of the body is drained.
 */
export class MultipartUpload implements Upload {
  readonly #raw: IncomingMessage
  readonly #options: UploadOptions
  readonly #fields: Record<string, string> = {}
  readonly #seen = new Set<string>()
  readonly #open = new Set<Readable>()
  readonly #ended = Promise.withResolvers<void>()
  #files: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined
  #received = 0

  constructor(raw: IncomingMessage, options: UploadOptions) {
    this.#raw = raw
    this.#options = options
  }

  async receive(onFile: OnFile): Promise<Record<string, string>> {
    const raw = this.#raw
    const parser = parserFor(raw)
    const stopWatch = watchTransfer(
      {
        moved: () => raw.socket.bytesRead,
        peerIsDue: () => raw.readableFlowing !== false && raw.readableLength === 0,
      },
      () => this.#stop(new Problem('REQUEST_TIMEOUT')),
    )
    try {
      this.#listen(parser, onFile)
      await this.#ended.promise
      await this.#files
    } finally {
      stopWatch()
    }
    if (this.#failure) throw this.#failure.error
    await this.#options.slot.turn()
    await this.#options.revalidate()
    return this.#fields
  }

  #listen(parser: BusboyInstance, onFile: OnFile): void {
    const raw = this.#raw
    parser
      .on('file', (name: string, source: BusboyFileStream, filename: string) =>
        this.#part(name, source, filename, onFile),
      )
      .on('partsLimit', () => this.#fail(new Problem('INVALID_INPUT')))
      .on('error', (cause: unknown) => this.#fail(new Problem('MALFORMED_REQUEST', { cause })))
      .on('finish', () => this.#ended.resolve())
    raw.once('close', () => raw.complete || this.#stop(aborted()))
    raw.once('error', () => this.#stop(aborted()))
    raw.on('data', (chunk: Buffer) => {
      this.#received += chunk.length
      if (this.#received > requestLimits.multipartBytes) this.#stop(new Problem('BODY_TOO_LARGE'))
      if (!this.#failure) this.#countChunk(chunk.length)
    })
    raw.pipe(parser)
    if (raw.destroyed) this.#stop(aborted())
    const announced = Number(raw.headers['content-length'] ?? 0)
    if (announced > requestLimits.multipartBytes) this.#stop(new Problem('BODY_TOO_LARGE'))
  }

  #countChunk(bytes: number): void {
    try {
      this.#options.slot.received(bytes)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** `name` and `filename` may be missing: text fields have no file name, and a hostile client may omit both. */
  #part(
    name: string | undefined,
    source: BusboyFileStream,
    filename: string | undefined,
    onFile: OnFile,
  ): void {
    // The parser reports the same fault. A refused part has no reader, so without the listener a body that ends within it
    // would end the process.
    source.on('error', () => undefined)
    const isExpected = name !== undefined && this.#isDeclared(name, filename !== undefined)
    if (!isExpected || this.#seen.has(name)) {
      source.resume()
      const message = isExpected ? '同じ項目が複数送られました。' : '不明な項目です。'
      this.#fail(fieldProblem(name ?? '', message))
      return
    }
    this.#seen.add(name)
    if (filename === undefined) this.#text(name, source, requestLimits.multipartFieldBytes)
    // Browsers send an empty file input as an empty file without a name.
    else if (filename === '') this.#text(name, source, 0)
    else this.#file(name, source, filename, onFile)
  }

  #isDeclared(name: string, isFile: boolean): boolean {
    return isFile
      ? this.#options.shape.files.includes(name)
      : Object.hasOwn(this.#options.shape.fields.shape, name)
  }

  #text(name: string, source: BusboyFileStream, maximumBytes: number): void {
    const chunks: Buffer[] = []
    let size = 0
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maximumBytes) chunks.push(chunk)
      else this.#fail(fieldProblem(name, '入力が長すぎます。'))
    })
    source.once('end', () => {
      if (maximumBytes === 0) return
      try {
        this.#fields[name] = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
      } catch {
        this.#fail(fieldProblem(name, '使用できない文字が含まれています。'))
      }
    })
  }

  #file(part: string, source: BusboyFileStream, filename: string, onFile: OnFile): void {
    const stream = partStream(source, part)
    this.#open.add(stream)
    stream.once('close', () => this.#open.delete(stream))
    // In order: a part waits until the previous one is processed.
    this.#files = this.#files.then(async () => {
      if (this.#failure) return
      try {
        await onFile({ part, filename: cleanFilename(filename), stream })
        if (stream.errored) throw stream.errored
        stream.resume() // a handler may leave the rest unread
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  /** Drains the body before failing: browsers read the reply only after sending everything. */
  #fail(error: unknown): void {
    if (this.#failure) return
    this.#failure = { error }
    this.#raw.unpipe()
    for (const stream of this.#open) stream.destroy(error instanceof Error ? error : undefined)
    if (this.#raw.readableEnded) this.#ended.resolve()
    else this.#raw.once('end', () => this.#ended.resolve()).resume()
  }

  /** Fails without draining: no further bytes will arrive, or they must not be read. */
  #stop(problem: Problem): void {
    this.#fail(problem)
    this.#ended.resolve()
  }
}

/** Delivers every part as raw bytes: #text decodes fields as strict UTF-8 and ignores the charset that they declare. */
function parserFor(raw: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...raw.headers, 'content-type': raw.headers['content-type'] ?? '' },
      isPartAFile: () => true,
      preservePath: true, // cleanFilename removes paths, and distinguishes an empty name from a bare path
      fileHwm: 256 * 1024,
      limits: {
        fileSize: limits.fileBytes,
        files: requestLimits.multipartParts,
        parts: requestLimits.multipartParts,
        headerPairs: 16,
        headerSize: 8 * 1024,
      },
    })
  } catch (cause) {
    throw new Problem('MALFORMED_REQUEST', { cause }) // no boundary
  }
}

/**
 * Returns the bytes of one part. Unlike the parser's own stream it fails when the part is too large. The rest of a
 * part that ends early is drained, so that the parser continues.
 */
function partStream(source: BusboyFileStream, part: string): Readable {
  const stream = new Readable({
    highWaterMark: 256 * 1024,
    read: () => void source.resume(),
    destroy(error, done) {
      source.resume()
      done(error)
    },
  })
  // An error of a part without a reader must not end the process.
  stream.on('error', () => undefined)
  source.on('data', (chunk: Buffer) => {
    if (!stream.destroyed && !stream.push(chunk)) source.pause()
  })
  source.once('limit', () => {
    stream.destroy(new Problem('FILE_TOO_LARGE', { field: part, fill: { field: 'ファイル' } }))
  })
  source.once('end', () => {
    if (!stream.destroyed) stream.push(null)
  })
  source.once('error', (error) => stream.destroy(error))
  return stream
}

function aborted(): Problem {
  return new Problem('MALFORMED_REQUEST')
}
