import * as accounts from '@kyc/contract/accounts.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { ApiError, alreadyRefreshing, insecureConnection } from './api-error.ts'
import { emitAuthError, emitLogout } from './auth-events.ts'
import { type ClientEnvironment, sleep } from './environment.ts'
import { sendByFetch } from './fetch-transport.ts'
import { accessTokenOf, csrfTokenOf, errorOf, jsonOf } from './reply.ts'
import { askForStepUp } from './step-up-event.ts'
import { type AnyInput, type WireReply, wireRequest } from './wire.ts'
import { sendByXhr } from './xhr-transport.ts'

/** spec §7: where the access token lies. */
export const accessTokenKey = 'accessToken'

/** Calls whose answers may bring a new token along with a new session id (D27). */
const tokenGivers = /^(?:auth|account)\./

/** What was given is wrong, not the session: sent again, it would count as another failure (D28). */
const answers401: ReadonlySet<string> = new Set(['INVALID_CREDENTIALS', 'INVALID_TOKEN'])

/** Gives the provider's token of the sign-in on this page, renewed where it has expired (D30). */
export type ProviderTokenSource = () => Promise<string>

/** What was done for one request so far. */
interface Course {
  tries: number
  networkRetries: number
  csrfRenewed: boolean
  steppedUp: boolean
  bearer: string | null
  /** Sent on behalf of the refresh: it must not wait for the refresh that it belongs to. */
  readonly forRefresh: boolean
}

/**
 * The client rules of spec §7 and §8 and D51, apart from what a page does with the answers. One client
 * serves a whole page, because the session, its CSRF token and a running refresh are shared by all requests.
 */
export class ApiClient {
  readonly #environment: ClientEnvironment
  #csrf: string | null = null
  #live = false
  #session: 'none' | 'ready' = 'none'
  #starting: Promise<void> | null = null
  #refreshing: Promise<string> | null = null
  #steppingUp: Promise<boolean> | null = null
  #providerToken: ProviderTokenSource | null = null

  constructor(environment: ClientEnvironment) {
    this.#environment = environment
  }

  /** The answer to a call under all the rules. Throws ApiError; an abort throws the reason of the signal. */
  send(endpoint: Endpoint, input: AnyInput = {}): Promise<WireReply> {
    return this.#send(endpoint, this.#live ? { ...input, live: true } : input, false)
  }

  /** Calls that begin within `run` are told as caused by a live hint and not by a person (D27). */
  asLive<T>(run: () => T): T {
    this.#live = true
    try {
      return run()
    } finally {
      this.#live = false
    }
  }

  /** One try outside the rules, for the start-up GET /auth/me: no refresh, no event, whatever comes (D51). */
  async sendOnce(endpoint: Endpoint, input: AnyInput = {}): Promise<WireReply> {
    const reply = await this.#attempt(endpoint, input, null)
    if (reply.status >= 400) throw await errorOf(reply)
    return reply
  }

  /** From now on every call carries this token, until the session ends or the page is left (spec §7, D30). */
  accompany(source: ProviderTokenSource): void {
    this.#providerToken = source
  }

  /** After the session has ended, or another person has signed in: the token belongs to one account only. */
  forgetProviderToken(): void {
    this.#providerToken = null
  }

  /** Null without a provider sign-in on this page, and while the provider does not renew an expired token. */
  async providerToken(): Promise<string | null> {
    if (!this.#providerToken) return null
    const { polls, every } = limits.sessionInitPoll
    const late = sleep(this.#environment, polls * every).then(() => null)
    return Promise.race([this.#providerToken(), late]).catch(() => null)
  }

  /** After signing out: the next request that changes something starts a new session. */
  forgetSession(): void {
    this.#csrf = null
    this.#session = 'none'
    this.forgetProviderToken()
    this.#environment.storage.removeItem(accessTokenKey)
  }

  async #send(endpoint: Endpoint, input: AnyInput, forRefresh: boolean): Promise<WireReply> {
    if (!this.#environment.isSecureContext()) throw insecureConnection()
    const course: Course = {
      tries: 1,
      networkRetries: 0,
      csrfRenewed: false,
      steppedUp: false,
      bearer: input.bearer ? this.#environment.storage.getItem(accessTokenKey) : null,
      forRefresh,
    }
    for (;;) {
      if (endpoint.method !== 'GET' && endpoint !== accounts.sessionInit) await this.#startSession(forRefresh)
      const reply = await this.#attemptOverNetwork(endpoint, input, course)
      if (reply === null) continue
      if (reply.status < 400) return this.#accept(endpoint, reply)
      const error = await errorOf(reply)
      if (!(await this.#mend(endpoint, error, course))) throw error
      input.signal?.throwIfAborted()
    }
  }

  /** Null after a network error that may be tried again (D20); the wait is over by then. */
  async #attemptOverNetwork(endpoint: Endpoint, input: AnyInput, course: Course): Promise<WireReply | null> {
    try {
      return await this.#attempt(endpoint, input, course.bearer)
    } catch (error) {
      if (!(error instanceof ApiError) || !isRepeatable(endpoint, input, error)) throw error
      if (course.networkRetries >= limits.networkRetries) throw error
      course.networkRetries += 1
      await sleep(this.#environment, limits.networkRetryDelay * course.networkRetries)
      input.signal?.throwIfAborted()
      return null
    }
  }

  async #attempt(endpoint: Endpoint, input: AnyInput, bearer: string | null): Promise<WireReply> {
    const provider = await this.providerToken()
    const csrf = this.#csrf ?? this.#environment.metaCsrfToken()
    const request = wireRequest(this.#environment, endpoint, input, { csrf, bearer, provider })
    return endpoint.upload ? sendByXhr(this.#environment, request) : sendByFetch(this.#environment, request)
  }

  async #accept(endpoint: Endpoint, reply: WireReply): Promise<WireReply> {
    if (endpoint.reply.kind !== 'json' || !tokenGivers.test(endpoint.name)) return reply
    const body = await jsonOf(reply)
    this.#csrf = csrfTokenOf(body) ?? this.#csrf
    const accessToken = accessTokenOf(body)
    if (accessToken) this.#environment.storage.setItem(accessTokenKey, accessToken)
    return reply
  }

  /** Whether the request is to be sent again; what had to be mended for it is done by then. */
  async #mend(endpoint: Endpoint, error: ApiError, course: Course): Promise<boolean> {
    if (error.code === 'STEP_UP_REQUIRED') return this.#mendStepUp(course)
    if (error.code === 'INVALID_TOKEN' && endpoint.who !== 'anyone' && this.#providerToken) {
      // Another tab signed in as another person, or the provider revoked the account: page and session do not match.
      emitLogout(this.#environment.events(), 'session_expired')
      return false
    }
    if (error.status === 403 && !course.csrfRenewed) {
      course.csrfRenewed = true
      return this.#renewCsrf(course.forRefresh)
    }
    if (error.status === 401) return this.#mendSignIn(endpoint, error, course)
    return false
  }

  /** A fresh token would change nothing: the person is asked, once for all requests that wait for it (D31). */
  async #mendStepUp(course: Course): Promise<boolean> {
    if (course.steppedUp) return false
    course.steppedUp = true
    this.#steppingUp ??= askForStepUp(this.#environment.events()).finally(() => {
      this.#steppingUp = null
    })
    return this.#steppingUp
  }

  async #renewCsrf(forRefresh: boolean): Promise<boolean> {
    try {
      await this.#send(accounts.csrfToken, {}, forRefresh)
      return true
    } catch {
      return false // the caller then reports the 403 that it has, which says more
    }
  }

  async #mendSignIn(endpoint: Endpoint, error: ApiError, course: Course): Promise<boolean> {
    if (endpoint === accounts.login || answers401.has(error.code) || this.#onLoginPage()) return false
    if (course.forRefresh) {
      if (endpoint === accounts.refresh) return false
      throw alreadyRefreshing()
    }
    if (course.tries >= limits.authTries) {
      emitAuthError(this.#environment.events(), error)
      emitLogout(this.#environment.events(), 'session_expired')
      return false
    }
    course.tries += 1
    course.bearer = await this.#refreshed(error)
    return true
  }

  /** The new access token; every request that was refused meanwhile waits for the same one. */
  async #refreshed(refused: ApiError): Promise<string> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null
    })
    try {
      return await this.#refreshing
    } catch (error) {
      // What ends the session is told by its event, and the caller hears why its own call failed.
      throw error instanceof ApiError && error.status === 0 ? error : refused
    }
  }

  async #refresh(): Promise<string> {
    const { events } = this.#environment
    try {
      const reply = await this.#send(accounts.refresh, {}, true)
      const accessToken = accessTokenOf(await jsonOf(reply))
      if (accessToken === null) throw await errorOf(reply)
      return accessToken
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'ALREADY_REFRESHING' || error.status >= 500) emitLogout(events(), 'session_expired')
      else if (error.status === 401) this.#endSession()
      throw error
    }
  }

  /** spec §4: the token goes at once, the event follows after 100 ms. */
  #endSession(): void {
    const { events } = this.#environment
    this.forgetSession()
    this.#environment.setTimeout(() => emitLogout(events(), 'refresh_token_expired'), limits.logoutEventDelay)
  }

  /**
   * spec §7: called before the first request that changes something. It is waited for at most 50 × 100 ms (§9):
   * without its answer the request goes out all the same, and a 403 fetches the token.
   */
  async #startSession(forRefresh: boolean): Promise<void> {
    if (this.#session === 'ready') return
    this.#starting ??= this.#initSession(forRefresh).finally(() => {
      this.#starting = null
    })
    const { polls, every } = limits.sessionInitPoll
    await Promise.race([this.#starting, sleep(this.#environment, polls * every)])
  }

  async #initSession(forRefresh: boolean): Promise<void> {
    try {
      // It never waits for a refresh: a refresh may be what it is sent for.
      await this.#send(accounts.sessionInit, { body: { clientInfo: this.#environment.clientInfo() } }, true)
      this.#session = 'ready'
    } catch (error) {
      if (!(error instanceof ApiError) || (forRefresh && error.code === 'ALREADY_REFRESHING')) throw error
      // The request itself then meets the same trouble and reports it.
    }
  }

  #onLoginPage(): boolean {
    return this.#environment.pathname() === '/login'
  }
}

/** D20, D52: only what may run twice is sent twice, and a transfer that stood still is over. */
function isRepeatable(endpoint: Endpoint, input: AnyInput, error: ApiError): boolean {
  if (error.code !== 'NETWORK' && error.code !== 'TIMEOUT') return false
  if (endpoint.once || (endpoint.transfer && error.code === 'TIMEOUT')) return false
  if (endpoint.method === 'POST') return input.idempotencyKey !== undefined
  return endpoint.method !== 'PATCH'
}
