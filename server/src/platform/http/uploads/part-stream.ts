import { Readable } from 'node:stream'
import type { BusboyFileStream } from '@fastify/busboy'
import type { Problem } from '../../problem.ts'

/**
 * The bytes of one part of a form, passed on as they come. Unlike the parser's own stream it fails when the part
 * is too large, and however it ends the parser goes on: the rest of the part is read and dropped.
 */
export function partStream(source: BusboyFileStream, tooLarge: () => Problem): Readable {
  const stream = new Readable({
    highWaterMark: 256 * 1024,
    read: () => void source.resume(),
    destroy(error, done) {
      source.resume()
      done(error)
    },
  })
  // A part that nobody reads any more may fail without ending the process.
  stream.on('error', () => undefined)
  source.on('data', (chunk: Buffer) => {
    if (!stream.destroyed && !stream.push(chunk)) source.pause()
  })
  source.once('limit', () => stream.destroy(tooLarge()))
  source.once('end', () => {
    if (!stream.destroyed) stream.push(null)
  })
  source.once('error', (error) => stream.destroy(error))
  return stream
}
