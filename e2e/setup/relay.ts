import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * A cable between browser and server that can be cut or squeezed at a known point. It understands nothing of what it
 * carries but where a request begins, and where the answer to a registration does.
 */
export interface Relay {
  readonly url: string
  /** The answer to the next registration is lost: the server has done its work, the browser hears nothing. */
  loseNextAnswer(): void
  /** The next registration breaks off after so many bytes: the server never sees its end. */
  breakNextRequest(afterBytes: number): void
  /** Registrations stop on their way after so many bytes, until `release`. */
  holdRequests(afterBytes: number): void
  release(): void
  /** From now on each request that begins so breaks off as it comes; without a beginning none does. */
  cutRequests(beginning?: string): void
  /** How often a registration was begun, and how often its answer came through. */
  readonly registrations: { begun: number; answered: number }
  close(): Promise<void>
}

const registration = 'POST /api/performers HTTP/1.1\r\n'

interface Plan {
  loseAnswer: boolean
  breakAfter: number | undefined
  holdAfter: number | undefined
  cut: string | undefined
}

/** `watched` is how the requests begin whose answers may be lost. */
export async function startRelay(target: string, watched = registration): Promise<Relay> {
  const { hostname, port } = new URL(target)
  const plan: Plan = { loseAnswer: false, breakAfter: undefined, holdAfter: undefined, cut: undefined }
  const registrations = { begun: 0, answered: 0 }
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
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`, // a TCP server has an address with a port
    registrations,
    loseNextAnswer() {
      plan.loseAnswer = true
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

/** One connection of the browser and its counterpart to the server. */
class Line {
  readonly #browser: Socket
  readonly #server: Socket
  readonly #plan: Plan
  readonly #registrations: Relay['registrations']
  readonly #watched: string
  /** Bytes of the registration that is under way on this connection. */
  #carried: number | undefined

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
      this.#carried = 0
      this.#registrations.begun += 1
    }
    this.#server.write(bytes)
    if (this.#carried === undefined) return
    this.#carried += bytes.length
    const { breakAfter, holdAfter } = this.#plan
    if (breakAfter !== undefined && this.#carried >= breakAfter) {
      this.#plan.breakAfter = undefined
      this.cut()
    } else if (holdAfter !== undefined && this.#carried >= holdAfter) this.#browser.pause()
  }

  #toBrowser(bytes: Buffer): void {
    if (this.#carried !== undefined) {
      this.#carried = undefined
      if (this.#plan.loseAnswer) {
        this.#plan.loseAnswer = false
        this.cut()
        return
      }
      this.#registrations.answered += 1
    }
    this.#browser.write(bytes)
  }
}

function beginsWith(bytes: Buffer, text: string): boolean {
  return bytes.subarray(0, text.length).toString('latin1') === text
}
