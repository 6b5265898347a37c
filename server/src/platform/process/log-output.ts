import { write, writeSync } from 'node:fs'
import { MiB } from '@kyc/contract/limits.ts'

/** Characters that wait for a slow reader; further lines are dropped. */
const mostWaiting = 8 * MiB
/** Milliseconds until a pipe that is full is tried again. */
const retryAfter = 100

/**
 * Writes lines to a file descriptor in the background. A full disk or a reader that has ended loses lines and has no other
 * effect. The library's own writer would report the error without a listener, which ends the process, and then repeat its last write
 * without an end: the process would neither serve nor exit.
 */
export class LogOutput {
  readonly #descriptor: number
  #waiting = ''
  #writing: Buffer | undefined

  constructor(descriptor: number) {
    this.#descriptor = descriptor
    process.once('exit', () => this.#writeLast())
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > mostWaiting) return
    this.#waiting += line
    if (!this.#writing) this.#writeNext()
  }

  #writeNext(): void {
    const lines = this.#waiting
    this.#waiting = ''
    if (lines === '') this.#writing = undefined
    else this.#write(Buffer.from(lines))
  }

  #write(bytes: Buffer): void {
    this.#writing = bytes
    write(this.#descriptor, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(() => this.#write(bytes), retryAfter).unref()
        return
      }
      const left = error ? undefined : bytes.subarray(written)
      if (left && left.length > 0) this.#write(left)
      else this.#writeNext()
    })
  }

  /** The last lines before the exit, which nothing may delay. */
  #writeLast(): void {
    try {
      for (let left = Buffer.from(this.#waiting); left.length > 0; ) {
        left = left.subarray(writeSync(this.#descriptor, left))
      }
    } catch {
      // The disk is full, or the reader has ended.
    }
  }
}
