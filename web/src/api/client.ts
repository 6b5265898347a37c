import * as accounts from '@kyc/contract/accounts.ts'
import { second } from '@kyc/contract/durations.ts'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { ApiError, alreadyRefreshing, insecureConnection } from './api-error.ts'
import { emitAuthError, emitLogout } from './auth-events.ts'
import { type ClientEnvironment, sleep } from './environment.ts'
import { sendByFetch } from './fetch-transport.ts'
import { isRepeatable, mayRepeat } from './repeatable.ts'
import { accessTokenOf, csrfTokenOf, errorOf, jsonOf } from './reply.ts'
import { requestStepUp } from './step-up-event.ts'
import { type AnyInput, type WireReply, wireRequest } from './wire.ts'
import { sendByXhr } from './xhr-transport.ts'

/** Storage key of the access token. */
export const accessTokenKey = 'accessToken'

/** Endpoints whose replies may have new tokens for a new session id (D27). */
const tokenEndpoints = /^(?:auth|account)\./

/** The password or token was wrong, not the session: a retry would count as another failed attempt (D28). */
const failedProofs: ReadonlySet<string> = new Set(['INVALID_CREDENTIALS', 'INVALID_TOKEN'])

/** Returns the provider token of the sign-in on this page, renewed if it has expired (D30). */
export type ProviderTokenSource = () => Promise<string>

/** The retries of one request so far. */
interface RetryState {
  tries: number
  networkRetries: number
  repeated: boolean
  csrfRenewed: boolean
  steppedUp: boolean
  bearer: string | null
  /** Part of a refresh: must not wait for that refresh. */
  readonly forRefresh: boolean
}

/**
 * The client rules of spec §7, spec §8 and D51. One instance per page: all requests share the session, its
 * CSRF token and a running refresh.
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

  /** Sends a call under all rules. Throws ApiError, and the reason of the signal after an abort. */
  send(endpoint: Endpoint, input: AnyInput = {}): Promise<WireReply> {
    return this.#send(endpoint, this.#live ? { ...input, live: true } : input, false)
  }

  /** Marks calls that start within `run` as caused by a live update, not by the user. */
  asLive<T>(run: () => T): T {
    this.#live = true
    try {
      return run()
    } finally {
      this.#live = false
    }
  }

  /** One try outside the rules, for the start-up GET /auth/me: no refresh and no event. */
  async sendOnce(endpoint: Endpoint, input: AnyInput = {}): Promise<WireReply> {
    const reply = await this.#attempt(endpoint, input, null)
    if (reply.status >= 400) throw await errorOf(reply)
    return reply
  }

  /** Sends this token with every call until the session ends or the page is left. */
  setProviderTokenSource(source: ProviderTokenSource): void {
    this.#providerToken = source
  }

  /** Called when the session ends or the account changes: the token belongs to one account. */
  clearProviderToken(): void {
    this.#providerToken = null
  }

  /**
   * Null without a provider sign-in on this page, or if the provider does not renew an expired token in time.
   */
  async providerToken(): Promise<string | null> {
    if (!this.#providerToken) return null
    const { polls, every } = limits.sessionInitPoll
    const timeout = sleep(this.#environment, polls * every).then(() => null)
    return Promise.race([this.#providerToken(), timeout]).catch(() => null)
  }

  /** Called after sign-out; the next write starts a new session. */
  clearSession(): void {
    this.#csrf = null
    this.#session = 'none'
    this.clearProviderToken()
    this.#environment.storage.removeItem(accessTokenKey)
  }

  async #send(endpoint: Endpoint, input: AnyInput, forRefresh: boolean): Promise<WireReply> {
    if (!this.#environment.isSecureContext()) throw insecureConnection()
    const state: RetryState = {
      tries: 1,
      networkRetries: 0,
      repeated: false,
      csrfRenewed: false,
      steppedUp: false,
      bearer: input.bearer ? this.#environment.storage.getItem(accessTokenKey) : null,
      forRefresh,
    }
    for (;;) {
      if (endpoint.method !== 'GET' && endpoint !== accounts.sessionInit) await this.#startSession(forRefresh)
      const reply = await this.#attemptOverNetwork(endpoint, input, state)
      if (reply === null) continue
      if (reply.status < 400) return this.#accept(endpoint, reply)
      const error = await errorOf(reply)
      if (!(await this.#recover(endpoint, input, error, state))) throw error
      input.signal?.throwIfAborted()
    }
  }

  /** Returns null after a network error that may be retried, after the delay. */
  async #attemptOverNetwork(
    endpoint: Endpoint,
    input: AnyInput,
    state: RetryState,
  ): Promise<WireReply | null> {
    try {
      return await this.#attempt(endpoint, input, state.bearer)
    } catch (error) {
      if (!(error instanceof ApiError) || !isRepeatable(endpoint, input, error)) throw error
      if (state.networkRetries >= limits.networkRetries) throw error
      state.networkRetries += 1
      await sleep(this.#environment, limits.networkRetryDelay * state.networkRetries)
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
    if (endpoint.reply.kind !== 'json' || !tokenEndpoints.test(endpoint.name)) return reply
    const body = await jsonOf(reply)
    this.#csrf = csrfTokenOf(body) ?? this.#csrf
    const accessToken = accessTokenOf(body)
    if (accessToken) this.#environment.storage.setItem(accessTokenKey, accessToken)
    return reply
  }

  /** Renews what the error requires. Returns true if the request can then be retried. */
  async #recover(endpoint: Endpoint, input: AnyInput, error: ApiError, state: RetryState): Promise<boolean> {
    if (error.status === 503) return this.#repeatLater(endpoint, input, error, state)
    if (error.code === 'STEP_UP_REQUIRED') return this.#recoverByStepUp(state)
    if (error.code === 'INVALID_TOKEN' && endpoint.who !== 'anyone' && this.#providerToken) {
      // Another tab has signed in as another account, or the provider has revoked this one.
      emitLogout(this.#environment.events(), 'session_expired')
      return false
    }
    if (error.status === 403 && !state.csrfRenewed) {
      state.csrfRenewed = true
      return this.#renewCsrf(state.forRefresh)
    }
    if (error.status === 401) return this.#recoverByRefresh(endpoint, error, state)
    return false
  }

  /**
   * Repeats a write once, after the time of Retry-After. Another process may then reply: the first one is ending, or
   * lacks something that others have, such as free space.
   */
  async #repeatLater(
    endpoint: Endpoint,
    input: AnyInput,
    error: ApiError,
    state: RetryState,
  ): Promise<boolean> {
    const seconds = error.retryAfter ?? Number.POSITIVE_INFINITY
    if (state.repeated || endpoint.method === 'GET' || !mayRepeat(endpoint, input)) return false
    if (seconds > limits.longestRetryAfterSeconds) return false
    state.repeated = true
    await sleep(this.#environment, seconds * second)
    return true
  }

  /** Requests one step-up for all requests that need it (D31). */
  async #recoverByStepUp(state: RetryState): Promise<boolean> {
    if (state.steppedUp) return false
    state.steppedUp = true
    this.#steppingUp ??= requestStepUp(this.#environment.events()).finally(() => {
      this.#steppingUp = null
    })
    return this.#steppingUp
  }

  async #renewCsrf(forRefresh: boolean): Promise<boolean> {
    try {
      await this.#send(accounts.csrfToken, {}, forRefresh)
      return true
    } catch {
      return false // the caller reports its own 403, which is more specific
    }
  }

  async #recoverByRefresh(endpoint: Endpoint, error: ApiError, state: RetryState): Promise<boolean> {
    if (endpoint === accounts.login || failedProofs.has(error.code) || this.#onLoginPage()) return false
    if (state.forRefresh) {
      if (endpoint === accounts.refresh) return false
      throw alreadyRefreshing()
    }
    if (state.tries >= limits.authTries) {
      emitAuthError(this.#environment.events(), error)
      emitLogout(this.#environment.events(), 'session_expired')
      return false
    }
    state.tries += 1
    state.bearer = await this.#sharedRefresh(error)
    return true
  }

  /** Returns the new access token; concurrent requests share one refresh. */
  async #sharedRefresh(original: ApiError): Promise<string> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null
    })
    try {
      return await this.#refreshing
    } catch (error) {
      // The logout event reports the end of the session; the caller gets the error of its own call.
      throw error instanceof ApiError && error.status === 0 ? error : original
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

  /** spec §4: removes the token at once and emits the event after 100 ms. */
  #endSession(): void {
    const { events } = this.#environment
    this.clearSession()
    this.#environment.setTimeout(() => emitLogout(events(), 'refresh_token_expired'), limits.logoutEventDelay)
  }

  /**
   * Called before the first write. Waits at most 50 × 100 ms (spec §9); after that the write is
   * sent anyway, and its 403 fetches the token.
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
      // Must not wait for a refresh: a refresh may have caused it.
      await this.#send(accounts.sessionInit, { body: { clientInfo: this.#environment.clientInfo() } }, true)
      this.#session = 'ready'
    } catch (error) {
      if (!(error instanceof ApiError) || (forRefresh && error.code === 'ALREADY_REFRESHING')) throw error
      // The request itself then fails the same way and reports it.
    }
  }

  #onLoginPage(): boolean {
    return this.#environment.pathname() === '/login'
  }
}
