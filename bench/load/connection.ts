import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'

/** A reply, reduced to its status, its size and the text of a failure. */
interface Reply {
  readonly status: number
  readonly bytes: number
  /** The beginning of the body of a failure, for the error message. */
  readonly text: string
}

/**
 * One keep-alive connection with one request at a time. It supports only the responses of the two servers
 * (with a content-length or empty) and needs far less CPU time than a full client, since it shares the
 * machine with them.
 */
export class Connection {
  readonly #socket: Socket
  #pending: PromiseWithResolvers<Reply> | undefined
  #head: Buffer = Buffer.alloc(0)
  #status = 0
  #left = -1
  #bytes = 0
  #text = ''

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the connection was closed')))
  }

  static async open(port: number): Promise<Connection> {
    const socket = createConnection({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return new Connection(socket)
  }

  send(head: string, body?: Buffer): Promise<Reply> {
    this.#pending = Promise.withResolvers<Reply>()
    this.#socket.write(head, 'latin1')
    if (body) this.#socket.write(body)
    return this.#pending.promise
  }

  close(): void {
    this.#socket.removeAllListeners('close').destroy()
  }

  #read(chunk: Buffer): void {
    let body = chunk
    if (this.#left < 0) {
      const head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk]) : chunk
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) {
        this.#head = head
        return
      }
      const text = head.toString('latin1', 0, end)
      this.#status = Number(text.slice(9, 12))
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
      if (length === undefined && this.#status !== 204) {
        this.#fail(new Error(`a response without a length: ${text}`))
        return
      }
      this.#left = Number(length ?? 0)
      this.#bytes = this.#left
      this.#text = ''
      this.#head = Buffer.alloc(0)
      body = head.subarray(end + 4)
    }
    this.#left -= body.length
    if (this.#status >= 300 && this.#text.length < 500) this.#text += body.toString('utf8')
    if (this.#left > 0) return
    this.#left = -1
    this.#pending?.resolve({ status: this.#status, bytes: this.#bytes, text: this.#text })
  }

  #fail(error: Error): void {
    this.#pending?.reject(error)
  }
}
