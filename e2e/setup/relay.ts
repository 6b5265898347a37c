import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A TCP relay between browser and server that can cut or hold connections at a defined point. It recognises
 * only the beginning of requests and of the reply to a registration.
 */
export interface Relay {
  readonly url: string
  /** Drops the reply to the next registration after the server has processed it. */
  loseNextReply(): void
  /** Cuts the next registration after `afterBytes`, before the server has received its end. */
  breakNextRequest(afterBytes: number): void
  /** Holds registrations after `afterBytes` until `release`. */
  holdRequests(afterBytes: number): void
  release(): void
  /** Cuts every request that starts with `beginning`; without it, none. */
  cutRequests(beginning?: string): void
  /** The number of started registrations and of forwarded replies. */
  readonly registrations: { started: number; replied: number }
  close(): Promise<void>
}

const registration = 'POST /api/performers HTTP/1.1\r\n'

interface Plan {
  loseReply: boolean
  breakAfter: number | undefined
  holdAfter: number | undefined
  cut: string | undefined
}

/** `watched` is the beginning of the requests that the relay counts and whose replies it can drop. */
export async function startRelay(target: string, watched = registration): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const plan: Plan = { loseReply: false, breakAfter: undefined, holdAfter: undefined, cut: undefined }
  const registrations = { started: 0, replied: 0 }
  const lines = new Set<Line>()
  const server = createServer({ noDelay: true }, (browser) => {
    const upstream = connect({ host: hostname, port: Number(port) })
    const line = new Line(browser, upstream, { plan, registrations, watched })
    lines.add(line)
    browser.once('close', () => lines.delete(line))
  })
  server.listen(0, hostname)
  await once(server, 'listening')
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`, // a TCP server
    registrations,
    loseNextReply() {
      plan.loseReply = true
    },
    breakNextRequest(afterBytes) {
      plan.breakAfter = afterBytes
    },
    holdRequests(afterBytes) {
      plan.holdAfter = afterBytes
    },
    release() {
      plan.holdAfter = undefined
      for (const line of lines) line.release()
    },
    cutRequests(beginning) {
      plan.cut = beginning
    },
    async close() {
      for (const line of lines) line.cut()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A connection of the browser and the corresponding one to the server. */
class Line {
  readonly #browser: Socket
  readonly #server: Socket
  readonly #plan: Plan
  readonly #registrations: Relay['registrations']
  readonly #watched: string
  /** Forwarded bytes of the current registration on this connection. */
  #forwarded: number | undefined

  constructor(
    browser: Socket,
    server: Socket,
    { plan, registrations, watched }: { plan: Plan; registrations: Relay['registrations']; watched: string },
  ) {
    this.#browser = browser
    this.#server = server
    this.#plan = plan
    this.#registrations = registrations
    this.#watched = watched
    browser.on('data', (bytes) => this.#toServer(bytes))
    server.on('data', (bytes) => this.#toBrowser(bytes))
    for (const end of [browser, server]) {
      end.on('close', () => this.cut())
      end.on('error', () => this.cut())
    }
  }

  release(): void {
    if (this.#browser.isPaused()) this.#browser.resume()
  }

  cut(): void {
    this.#browser.destroy()
    this.#server.destroy()
  }

  #toServer(bytes: Buffer): void {
    const { cut } = this.#plan
    if (cut !== undefined && beginsWith(bytes, cut)) {
      this.cut()
      return
    }
    if (beginsWith(bytes, this.#watched)) {
      this.#forwarded = 0
      this.#registrations.started += 1
    }
    this.#server.write(bytes)
    if (this.#forwarded === undefined) return
    this.#forwarded += bytes.length
    const { breakAfter, holdAfter } = this.#plan
    if (breakAfter !== undefined && this.#forwarded >= breakAfter) {
      this.#plan.breakAfter = undefined
      this.cut()
    } else if (holdAfter !== undefined && this.#forwarded >= holdAfter) this.#browser.pause()
  }

  #toBrowser(bytes: Buffer): void {
    if (this.#forwarded !== undefined) {
      this.#forwarded = undefined
      if (this.#plan.loseReply) {
        this.#plan.loseReply = false
        this.cut()
        return
      }
      this.#registrations.replied += 1
    }
    this.#browser.write(bytes)
  }
}

function beginsWith(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).toString('latin1') === text
}
