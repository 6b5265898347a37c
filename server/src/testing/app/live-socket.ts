import type { LiveChange } from '@kyc/contract/live.ts'
import { WebSocket } from 'ws'
import type { TestClient } from './test-client.ts'

/** The response to a refused handshake. */
interface Refusal {
  readonly status: number
  readonly body: string
}

/** An open socket, as a page has one. */
export interface LiveSocket {
  readonly socket: WebSocket
  /** The messages received so far, as text. */
  readonly heard: string[]
  readonly closed: Promise<number>
}

interface HandshakeOptions {
  readonly path?: string
  /** Null omits the header. */
  readonly origin?: string | null
  readonly cookie?: string
  readonly host?: string
}

/** Opens a socket with the session of `client` at the server `url`. */
export async function listen(
  client: TestClient,
  url = client.url,
  options: HandshakeOptions = {},
): Promise<LiveSocket> {
  const outcome = await handshake(client, url, options)
  if ('socket' in outcome) return outcome
  throw new Error(`the handshake was refused with ${outcome.status}`)
}

/** The refusal of a handshake. @throws Error when the server accepts it */
export async function refusal(client: TestClient, options: HandshakeOptions = {}): Promise<Refusal> {
  const outcome = await handshake(client, client.url, options)
  if ('status' in outcome) return outcome
  outcome.socket.terminate()
  throw new Error('the handshake was accepted')
}

/** The live updates of the received messages, as `kind id`. */
export function changesIn(heard: readonly string[]): string[] {
  return heard.map((text) => {
    const { kind, id }: LiveChange = JSON.parse(text)
    return `${kind} ${id}`
  })
}

function handshake(
  client: TestClient,
  url: string,
  { path = '/ws', origin = url, cookie, host }: HandshakeOptions,
): Promise<LiveSocket | Refusal> {
  const cookies = cookie ?? client.cookieHeader()
  const socket = new WebSocket(url.replace('http', 'ws') + path, {
    headers: {
      ...(cookies && { cookie: cookies }),
      ...(origin !== null && { origin }),
      ...(host && { host }),
    },
  })
  const heard: string[] = []
  socket.on('message', (data) => heard.push(String(data)))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ socket, heard, closed }))
    socket.on('error', reject)
    socket.once('unexpected-response', async (_request, response) => {
      const body = (await response.toArray()).join('')
      resolve({ status: response.statusCode ?? 0, body })
    })
  })
}
