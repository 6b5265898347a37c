import { createReadStream } from 'node:fs'
import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'

/** Where clamd listens. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** Milliseconds until clamd must have replied. */
export interface ClamdTimes {
  readonly ping: number
  readonly scan: number
}

/**
 * Sends a file to clamd by its command INSTREAM.
 * @returns the name of the signature that the file matches; undefined if it matches none
 * @throws Error if clamd is unreachable, too slow, refuses the file or gives no verdict
 */
export async function scanFile(
  address: ClamdAddress,
  path: string,
  { scan }: ClamdTimes,
): Promise<string | undefined> {
  const reply = await ask(address, scan, instream(path))
  if (reply === 'stream: OK') return undefined
  const [, signature] = /^stream: (.+) FOUND$/.exec(reply) ?? []
  if (signature === undefined) throw new Error(`no verdict of clamd: ${reply}`)
  return signature
}

/** @throws Error unless clamd responds */
export async function pingClamd(address: ClamdAddress, { ping }: ClamdTimes): Promise<void> {
  const reply = await ask(address, ping, ['zPING\0'])
  if (reply !== 'PONG') throw new Error(`no PONG of clamd: ${reply}`)
}

/** The command, the file in chunks that are preceded by their length, and a chunk without bytes. */
async function* instream(path: string): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield lengthOf(chunk.length)
    yield chunk
  }
  yield lengthOf(0)
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes)
  return length
}

/** Sends one request and resolves to the reply, after which clamd closes the connection. */
async function ask(
  address: ClamdAddress,
  timeout: number,
  request: Iterable<string> | AsyncIterable<Buffer>,
): Promise<string> {
  const signal = AbortSignal.timeout(timeout)
  // The types of `connect` lack the signal of sockets, which destroys this one.
  const socket: Socket = connect({ ...address, signal } as TcpNetConnectOpts)
  const source = Readable.from(request)
  try {
    const reply = text(socket)
    // The socket stays half open: clamd could treat its end as a client that has disconnected.
    const sent = pipeline(source, socket, { end: false, signal })
    // A reply ends the request early: clamd refuses a file before it has read it all, and `sent` might not settle then.
    return (await Promise.race([reply, sent.then(() => reply)])).replace(/\0$/, '')
  } finally {
    source.destroy()
    socket.destroy()
  }
}
