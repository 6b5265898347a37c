import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fixed address of a PostgreSQL that may get another port, stop, or disappear. */
export interface DatabaseRelay {
  /** The address of the database at `url`, through the relay. */
  through(url: string): string
  /** Sends new connections to the server of `url`. */
  pointTo(url: string): void
  /** Ends all connections and refuses new ones, as a stopped server does. */
  cut(): void
  /** Forwards nothing and ends no connection, as a host that has disappeared. */
  silence(): void
  /** Ends silenced connections, and forwards new ones. */
  restore(): void
  close(): Promise<void>
}

export async function startDatabaseRelay(): Promise<DatabaseRelay> {
  let target = 0
  let state: 'forwarding' | 'cut' | 'silent' = 'forwarding'
  const sockets = new Set<Socket>()
  const add = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined) // followed by `close`
    socket.once('close', () => sockets.delete(socket))
  }
  const server = createServer({ noDelay: true }, (client) => {
    add(client)
    if (state === 'cut') client.destroy()
    if (state !== 'forwarding') return
    const database = connect({ host: '127.0.0.1', port: target, noDelay: true })
    add(database)
    client.once('close', () => database.destroy())
    database.once('close', () => client.destroy())
    client.pipe(database).pipe(client)
  })
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server
  return {
    through(url) {
      const relayed = new URL(url)
      relayed.port = String(port)
      return relayed.href
    },
    pointTo(url) {
      target = Number(new URL(url).port)
    },
    cut() {
      state = 'cut'
      end()
    },
    silence() {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    restore() {
      state = 'forwarding'
      for (const socket of sockets) if (socket.isPaused()) socket.destroy()
    },
    async close() {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
