import { connect } from 'node:net'

/** What a client does that occupies a connection and finishes nothing. */
export interface Slowness {
  /** Sent at once. */
  readonly start: string
  /** Bytes that are sent repeatedly after `start`. */
  readonly drip?: { readonly bytes: string; readonly everyMs: number }
  /** Closes its own direction and leaves the other one open. */
  readonly halfOpen?: true
  /** Receives nothing of the response. */
  readonly unread?: true
}

export interface SlowClient {
  /**
   * Resolves when the server has closed the connection, to the milliseconds since it was open and to what was received.
   */
  readonly closed: Promise<{ readonly ms: number; readonly received: string }>
  end(): void
}

/** Enough of a response for its status. */
const receivedChars = 200

/** Opens a connection from `localAddress`, one of 127.0.0.0/8, so that several clients have different addresses. */
export function openSlowClient(
  port: number,
  localAddress: string,
  { start, drip, halfOpen, unread }: Slowness,
): SlowClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  const { promise, resolve } = Promise.withResolvers<{ ms: number; received: string }>()
  let opened = performance.now()
  let received = ''
  let timer: NodeJS.Timeout | undefined
  const done = () => {
    clearInterval(timer)
    resolve({ ms: performance.now() - opened, received })
    socket.destroy()
  }
  socket.once('connect', () => {
    opened = performance.now()
    if (halfOpen) socket.end(start, 'latin1')
    else if (start !== '') socket.write(start, 'latin1')
    if (!drip) return
    timer = setInterval(() => {
      // A server that does not read must not fill the memory of the client.
      if (socket.writableLength === 0) socket.write(drip.bytes, 'latin1')
    }, drip.everyMs)
  })
  if (unread) socket.pause()
  else
    socket.on('data', (chunk: Buffer) => {
      if (received.length < receivedChars) received += chunk.toString('latin1').slice(0, receivedChars)
    })
  socket.once('end', done)
  socket.once('close', done)
  socket.on('error', () => undefined) // 'close' follows
  return { closed: promise, end: () => socket.destroy() }
}

/**
 * Slow connections by name, which send a few bytes `everyMs`. `path` accepts a JSON body with the headers `head`, which
 * end with a line break.
 */
export function slowConnections(
  host: string,
  path: string,
  head: string,
  everyMs: number,
): Readonly<Record<string, Slowness>> {
  const get = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n`
  const post = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\n${head}Content-Type: application/json\r\n`
  return {
    'no byte': { start: '' },
    'slow headers': { start: get, drip: { bytes: 'X-A: b\r\n', everyMs } },
    'slow body': { start: `${post}Content-Length: 10000\r\n\r\n{`, drip: { bytes: ' ', everyMs } },
    'slow chunks': {
      start: `${post}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
      drip: { bytes: '1\r\n \r\n', everyMs },
    },
    'half-open': { start: `${post}Content-Length: 10000\r\n\r\n{`, halfOpen: true },
  }
}

/** An upload of `bytesPerSecond` to `call`, a method and a path, that does not end. */
export function slowUpload(host: string, call: string, head: string, bytesPerSecond: number): Slowness {
  const type = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000000\r\n'
  const part = '--x\r\nContent-Disposition: form-data; name="idFront"; filename="a.png"\r\n\r\n'
  return {
    start: `${call} HTTP/1.1\r\nHost: ${host}\r\n${head}${type}\r\n${part}`,
    drip: { bytes: 'a'.repeat(bytesPerSecond / 10), everyMs: 100 },
  }
}
