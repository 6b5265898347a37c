import { randomInt } from 'node:crypto'
import { login } from '@kyc/contract/accounts.ts'
import { startSession } from '@kyc/server/testing/app/anonymous-browser.ts'
import { TestClient, type TestReply, type TestRequest } from '@kyc/server/testing/app/test-client.ts'

/** An account that calls any of the processes, as through a load balancer, while they crash. */
export class CrashClient {
  readonly #clients: readonly TestClient[]

  constructor(urls: readonly string[]) {
    this.#clients = urls.map((url) => new TestClient(url))
  }

  /** A client of a random process, with the session of the account. */
  get client(): TestClient {
    return this.#clients[randomInt(this.#clients.length)] as TestClient // an installation has at least one process
  }

  async signIn(account: { readonly email: string; readonly password: string }): Promise<void> {
    const { client } = this
    await startSession(client)
    client.csrfToken = (await client.send(login, { body: account })).csrfToken
    for (const other of this.#clients) {
      for (const [name, value] of client.cookies) other.cookies.set(name, value)
      other.csrfToken = client.csrfToken
    }
  }

  /**
   * The reply; undefined if the process was down, busy or still processing the call, so that the client must repeat it.
   * @throws Error for any other reply than `expected`, because a crash must not cause it
   */
  async call(
    method: string,
    path: string,
    { expected, ...request }: TestRequest & { readonly expected: readonly number[] },
  ): Promise<TestReply | undefined> {
    let reply: TestReply
    try {
      reply = await this.client.call(method, path, request)
    } catch {
      return undefined // the connection was lost with the process
    }
    if (expected.includes(reply.status)) return reply
    if ([408, 429, 503].includes(reply.status)) return undefined
    if (reply.status === 409 && codeOf(reply) === 'REQUEST_IN_PROGRESS') return undefined
    throw new Error(`${method} ${path} returned ${reply.status}: ${JSON.stringify(reply.json)}`)
  }
}

function codeOf({ json }: TestReply): unknown {
  return (json as { code?: unknown } | undefined)?.code
}
