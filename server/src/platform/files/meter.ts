import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/**
 * Counts and hashes the bytes that pass through `stream`, whose end is withheld until `until` resolves. Chunks pass as they
 * are: an async iterator copies all that are buffered into one, so that V8 collects its heap more often.
 */
export function createMeter(until: Promise<unknown> = Promise.resolve()) {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
    flush: (done) => void until.then(() => done(), done),
  })
  return {
    stream,
    /** The size, and the SHA-256; to be called once, at the end. */
    result: () => ({ size, sha256: hash.digest() }),
  }
}
