import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate'

const mostBytes = 0xffff_ffff

/**
 * Writes an archive in constant memory: the files are added one after another, and `take` returns the bytes since the
 * last call.
 * @throws Error if a file or the archive exceeds 4 GiB, the limit of the format without ZIP64
 */
export class ZipWriter {
  readonly #maxBytes: number
  #packed: Uint8Array[] = []
  #size = 0
  #failure: Error | undefined
  // Called in events of the compression, where an exception would end the process: `take` throws it.
  readonly #zip = new Zip((error, bytes) => {
    if (error) this.#failure ??= error
    if (this.#failure) return
    this.#size += bytes.length
    if (this.#size > this.#maxBytes) this.#failure = new Error('the archive exceeds 4 GiB')
    else this.#packed.push(bytes)
  })

  /** @param maxBytes a smaller limit, for tests */
  constructor(maxBytes = mostBytes) {
    this.#maxBytes = maxBytes
  }

  /** The previous file must have ended. `stored`: without compression. */
  add(path: string, { stored = false } = {}): ZipFile {
    const file = new ZipFile(path, stored)
    this.#zip.add(file)
    return file
  }

  take(): Uint8Array[] {
    if (this.#failure) throw this.#failure
    const packed = this.#packed
    this.#packed = []
    return packed
  }

  end(): void {
    this.#zip.end()
  }
}

/** A file of the archive, compressed in Node's thread pool: three times as fast as in JavaScript. */
class ZipFile implements ZipInputFile {
  readonly filename: string
  readonly compression = 8
  size = 0
  crc = 0
  /** Set by `Zip`. */
  ondata?: AsyncFlateStreamHandler
  readonly #deflate

  constructor(path: string, stored: boolean) {
    this.filename = path
    this.#deflate = createDeflateRaw({ level: stored ? 0 : 1, chunkSize: 64 * 1024 })
    this.#deflate.on('data', (bytes: Buffer) => this.ondata?.(null, new Uint8Array(bytes), false))
  }

  async write(bytes: Uint8Array): Promise<void> {
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    if (this.size > mostBytes) throw new Error('a file of the archive exceeds 4 GiB')
    if (!this.#deflate.write(bytes)) await once(this.#deflate, 'drain')
  }

  async end(): Promise<void> {
    this.#deflate.end()
    await once(this.#deflate, 'end')
    this.ondata?.(null, new Uint8Array(), true)
  }
}
