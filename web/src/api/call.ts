import type { Endpoint, ReplyOf } from '@kyc/contract/endpoint.ts'
import { ApiClient, type ProviderTokenSource } from './client.ts'
import { browserEnvironment } from './environment.ts'
import { filenameOf, jsonOf, nextCursor } from './reply.ts'
import type { CallInput } from './wire.ts'

/** One page of a list. `exact` is false if `total` is the count limit, shown as 1,000件以上. */
export interface Page<Item> {
  items: Item[]
  /** The cursor of the next page, null on the last one. */
  next: string | null
  total: number
  exact: boolean
}

export interface CalledFile {
  blob: Blob
  filename: string | null
  mimeType: string
}

type Item<E extends Endpoint> = ReplyOf<E> extends readonly (infer I)[] ? I : never

/**
 * The calls of one client, typed by the contract. All of them throw ApiError, and the abort reason after an
 * abort.
 */
export function callsOf(client: ApiClient) {
  /** Calls an endpoint under the client rules of D51; returns undefined for files and empty replies. */
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
    const reply = await client.send(endpoint, input)
    // The server has parsed the reply with the same schema.
    return (endpoint.reply.kind === 'json' ? await jsonOf(reply) : undefined) as ReplyOf<E>
  }

  /** Calls an endpoint that returns one page of a list. */
  async function callPaged<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E> = {},
  ): Promise<Page<Item<E>>> {
    const reply = await client.send(endpoint, input)
    const items = (await jsonOf(reply)) as Item<E>[] // parsed by the server, as above
    return {
      items,
      next: nextCursor(reply.header('Link')),
      total: Number(reply.header('X-Total-Count') ?? items.length),
      exact: reply.header('X-Total-Count-Exact') !== 'false',
    }
  }

  /** Calls an endpoint that returns a file. */
  async function callFile<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<CalledFile> {
    const { body, header } = await client.send(endpoint, input)
    return { blob: body, filename: filenameOf(header('Content-Disposition')), mimeType: body.type }
  }

  /** One try outside the client rules, for the start-up GET /auth/me. */
  async function callOnce<E extends Endpoint>(endpoint: E): Promise<ReplyOf<E>> {
    return (await jsonOf(await client.sendOnce(endpoint))) as ReplyOf<E> // parsed by the server, as above
  }

  return {
    call,
    callPaged,
    callFile,
    callOnce,
    setProviderTokenSource: (source: ProviderTokenSource) => client.setProviderTokenSource(source),
    clearProviderToken: () => client.clearProviderToken(),
    providerToken: () => client.providerToken(),
    clearSession: () => client.clearSession(),
    asLive: <T>(run: () => T) => client.asLive(run),
  }
}

/**
 * The client of the page. All requests share its cookies, CSRF token and running refresh.
 */
export const {
  call,
  callPaged,
  callFile,
  callOnce,
  setProviderTokenSource,
  clearProviderToken,
  providerToken,
  clearSession,
  asLive,
} = callsOf(new ApiClient(browserEnvironment()))
