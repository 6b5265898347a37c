import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fixed address of a PostgreSQL that gets another port at each start. */
export interface DatabaseRelay {
  /** The address of the database at `url`, through the relay. */
  through(url: string): string
  /** Sends new connections to the server of `url`. */
  pointTo(url: string): void
  close(): Promise<void>
}

export async function startDatabaseRelay(): Promise<DatabaseRelay> {
  let target = 0
  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true }, (client) => {
    const database = connect({ host: '127.0.0.1', port: target, noDelay: true })
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined) // followed by `close`
      socket.once('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database).pipe(client)
  })
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
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
