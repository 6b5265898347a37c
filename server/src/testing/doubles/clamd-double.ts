import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The harmless file that every virus scanner reports. Assembled here, so that scanners accept this source. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

/** What the stand-in does with the next files. */
type Behaviour = 'scan' | 'cut' | 'silent' | 'limit' | 'nonsense'

/**
 * A stand-in for clamd that speaks its protocol (PING, INSTREAM) and reports files that contain `eicar`. It is no virus
 * scanner.
 */
export interface ClamdDouble {
  readonly port: number
  /** The bytes of each complete file, in order of arrival. */
  readonly scanned: Buffer[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export async function startClamdDouble(): Promise<ClamdDouble> {
  const scanned: Buffer[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'scan'
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined) // the client may disconnect
    socket.once('close', () => sockets.delete(socket))
    const chunks: Buffer[] = []
    let size = 0
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      const started = size > 10
      if (behaviour === 'cut' && started) return void socket.resetAndDestroy()
      if (behaviour === 'limit' && started) return void socket.end('INSTREAM size limit exceeded. ERROR\0')
      if (behaviour === 'silent' || chunk.at(-1) !== 0) return // every request ends in a zero
      const reply = replyTo(Buffer.concat(chunks), scanned)
      if (reply !== undefined) socket.end(behaviour === 'nonsense' ? 'stream: no idea\0' : reply)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    scanned,
    behave: (wanted) => {
      behaviour = wanted
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** The reply to a complete request; undefined while a part of it is missing. */
function replyTo(input: Buffer, scanned: Buffer[]): string | undefined {
  if (input.equals(Buffer.from('zPING\0'))) return 'PONG\0'
  const command = 'zINSTREAM\0'
  if (input.length < command.length) return undefined
  if (input.toString('latin1', 0, command.length) !== command) return 'UNKNOWN COMMAND\0'
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= input.length; ) {
    const length = input.readUInt32BE(at)
    if (length === 0) {
      const file = Buffer.concat(chunks)
      scanned.push(file)
      return file.includes(eicar) ? 'stream: Eicar-Signature FOUND\0' : 'stream: OK\0'
    }
    if (at + 4 + length > input.length) return undefined
    chunks.push(input.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}
