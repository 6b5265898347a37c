import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a relay does with connections: forward, cut at once, hang, or cut after some bytes of one direction. */
type Fault = 'none' | 'down' | 'hanging' | { readonly cutAfter: number; readonly of: 'requests' | 'replies' }

/** A TCP relay in front of a server, for failures of the network. */
export interface Relay {
  /** The address of the server through the relay. */
  readonly endpoint: string
  /** The connections since the last change of the fault. */
  readonly connections: number
  /** Changes the fault, and cuts the open connections. */
  set(fault: Fault): void
  close(): Promise<void>
}

export async function startRelay(target: string): Promise<Relay> {
  const { hostname, port } = new URL(target)
  let fault: Fault = 'none'
  let connections = 0
  const open = new Set<Socket>()
  const server = createServer((client) => {
    connections++
    open.add(client)
    client.on('error', () => undefined).on('close', () => open.delete(client))
    if (fault === 'down') return void client.destroy()
    if (fault === 'hanging') return void client.resume()
    const upstream = connect(Number(port), hostname).on('error', () => undefined)
    const cut = typeof fault === 'object' ? fault : undefined
    forward(client, upstream, cut?.of === 'requests' ? cut.cutAfter : Number.POSITIVE_INFINITY)
    forward(upstream, client, cut?.of === 'replies' ? cut.cutAfter : Number.POSITIVE_INFINITY)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    get connections() {
      return connections
    },
    set(next) {
      fault = next
      connections = 0
      cutAll()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        cutAll()
      }),
  }
}

function forward(from: Socket, to: Socket, limit: number): void {
  let bytes = 0
  from.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes <= limit) return void to.write(chunk)
    from.resetAndDestroy()
    to.resetAndDestroy()
  })
  from.on('close', () => to.destroy())
}
