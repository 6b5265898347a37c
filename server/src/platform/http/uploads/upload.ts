import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import type { UploadShape } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Problem } from '../../problem.ts'
import { cleanFilename } from '../answers/file-name.ts'
import type { Upload, UploadedFile } from '../requests/binding.ts'
import { fieldProblem } from '../requests/input.ts'
import { partStream } from './part-stream.ts'
import { watchTransfer } from './transfer-watch.ts'

type OnFile = (file: UploadedFile) => Promise<void>

/** The multipart body of a request (D8): streamed part by part, never held in memory. */
export class MultipartUpload implements Upload {
  readonly #raw: IncomingMessage
  readonly #shape: UploadShape
  readonly #labelOf: (slot: string) => string
  readonly #count: (bytes: number) => void

  /**
   * @param labelOf names a slot in the error texts of spec §5
   * @param count is called with the bytes of each chunk; what it throws ends the reception
   */
  constructor(
    raw: IncomingMessage,
    shape: UploadShape,
    labelOf: (slot: string) => string,
    count: (bytes: number) => void = () => undefined,
  ) {
    this.#raw = raw
    this.#shape = shape
    this.#labelOf = labelOf
    this.#count = count
  }

  async receive(onFile: OnFile): Promise<Record<string, string>> {
    return new Reception(this.#raw, this.#shape, this.#labelOf, this.#count, onFile).run()
  }
}

/** One reading of one body. The first failure wins; what follows it is read and dropped. */
class Reception {
  readonly #raw: IncomingMessage
  readonly #shape: UploadShape
  readonly #labelOf: (slot: string) => string
  readonly #count: (bytes: number) => void
  readonly #onFile: OnFile
  readonly #parser: BusboyInstance
  readonly #fields: Record<string, string> = {}
  readonly #seen = new Set<string>()
  readonly #open = new Set<UploadedFile['stream']>()
  readonly #over = Promise.withResolvers<void>()
  #files: Promise<void> = Promise.resolve()
  #failure: { readonly error: unknown } | undefined
  #received = 0

  constructor(
    raw: IncomingMessage,
    shape: UploadShape,
    labelOf: (slot: string) => string,
    count: (bytes: number) => void,
    onFile: OnFile,
  ) {
    this.#raw = raw
    this.#shape = shape
    this.#labelOf = labelOf
    this.#count = count
    this.#onFile = onFile
    this.#parser = parserFor(raw)
  }

  async run(): Promise<Record<string, string>> {
    const raw = this.#raw
    const stopWatch = watchTransfer(
      {
        moved: () => raw.socket.bytesRead,
        peerIsDue: () => raw.readableFlowing !== false && raw.readableLength === 0,
      },
      () => this.#stop(new Problem('REQUEST_TIMEOUT')),
    )
    try {
      this.#listen()
      await this.#over.promise
      await this.#files
    } finally {
      stopWatch()
    }
    if (this.#failure) throw this.#failure.error
    return this.#fields
  }

  #listen(): void {
    const raw = this.#raw
    this.#parser
      .on('file', (name: string, source: BusboyFileStream, filename: string) =>
        this.#part(name, source, filename),
      )
      .on('partsLimit', () => this.#fail(new Problem('INVALID_INPUT')))
      .on('error', (cause: unknown) => this.#fail(new Problem('MALFORMED_REQUEST', { cause })))
      .on('finish', () => this.#over.resolve())
    raw.once('close', () => raw.complete || this.#stop(aborted()))
    raw.once('error', () => this.#stop(aborted()))
    raw.on('data', (chunk: Buffer) => {
      this.#received += chunk.length
      if (this.#received > limits.multipartBytes) this.#stop(new Problem('BODY_TOO_LARGE'))
      if (!this.#failure) this.#countChunk(chunk.length)
    })
    raw.pipe(this.#parser)
    if (raw.destroyed) this.#stop(aborted())
    const announced = Number(raw.headers['content-length'] ?? 0)
    if (announced > limits.multipartBytes) this.#stop(new Problem('BODY_TOO_LARGE'))
  }

  #countChunk(bytes: number): void {
    try {
      this.#count(bytes)
    } catch (error) {
      this.#fail(error)
    }
  }

  /** `filename` is missing in text fields, and in fields that a hostile client wrote. */
  #part(name: string | undefined, source: BusboyFileStream, filename: string | undefined): void {
    const known = name !== undefined && this.#isKnown(name, filename !== undefined)
    if (!known || this.#seen.has(name)) {
      source.resume()
      const message = known ? '同じ項目が複数送られました。' : '不明な項目です。'
      this.#fail(fieldProblem(name ?? '', message))
      return
    }
    this.#seen.add(name)
    if (filename === undefined) this.#text(name, source, limits.multipartFieldBytes)
    // An empty file input is sent as a nameless empty file: no file was chosen.
    else if (filename === '') this.#text(name, source, 0)
    else this.#file(name, source, filename)
  }

  #isKnown(name: string, isFile: boolean): boolean {
    return isFile
      ? this.#shape.files.some((slot) => slot === name)
      : Object.hasOwn(this.#shape.fields.shape, name)
  }

  #text(name: string, source: BusboyFileStream, maximumBytes: number): void {
    const chunks: Buffer[] = []
    let size = 0
    source.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maximumBytes) chunks.push(chunk)
      else this.#fail(fieldProblem(name, '入力が長すぎます。'))
    })
    source.once('error', () => undefined) // the parser reports the same fault
    source.once('end', () => {
      if (maximumBytes === 0) return
      try {
        this.#fields[name] = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
      } catch {
        this.#fail(fieldProblem(name, '使用できない文字が含まれています。'))
      }
    })
  }

  #file(slot: string, source: BusboyFileStream, filename: string): void {
    const stream = partStream(source, () => {
      const tooLarge = new Problem('FILE_TOO_LARGE', { field: slot, fill: { field: this.#labelOf(slot) } })
      this.#fail(tooLarge)
      return tooLarge
    })
    this.#open.add(stream)
    stream.once('close', () => this.#open.delete(stream))
    // In order: a part is held back while the one before it is still being worked on.
    this.#files = this.#files.then(async () => {
      if (this.#failure) return
      try {
        await this.#onFile({ slot, filename: cleanFilename(filename), stream })
        stream.resume() // a handler may have no use for the rest
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  /** Reads on to the end of the body, so that the browser gets to the answer, then gives up. */
  #fail(error: unknown): void {
    if (this.#failure) return
    this.#failure = { error }
    this.#raw.unpipe(this.#parser)
    for (const stream of this.#open) stream.destroy(error instanceof Error ? error : undefined)
    if (this.#raw.readableEnded) this.#over.resolve()
    else this.#raw.once('end', () => this.#over.resolve()).resume()
  }

  /** Gives up at once: there is nothing to wait for, or nobody. */
  #stop(problem: Problem): void {
    this.#fail(problem)
    this.#over.resolve()
  }
}

/** Every part comes as a stream of raw bytes: texts are decoded here, strictly, whatever charset they claim. */
function parserFor(raw: IncomingMessage): BusboyInstance {
  try {
    return new Busboy({
      headers: { ...raw.headers, 'content-type': raw.headers['content-type'] ?? '' },
      isPartAFile: () => true,
      preservePath: true, // cut off in cleanFilename, which tells an empty name from one that only was a path
      fileHwm: 256 * 1024,
      limits: {
        fileSize: limits.fileBytes,
        files: limits.multipartParts,
        parts: limits.multipartParts,
        headerPairs: 16,
        headerSize: 8 * 1024,
      },
    })
  } catch (cause) {
    throw new Problem('MALFORMED_REQUEST', { cause }) // no boundary
  }
}

function aborted(): Problem {
  return new Problem('MALFORMED_REQUEST')
}
