/** What the load process is told to do, and what it found. Sent between processes, so plain data only. */
export interface LoadJob {
  readonly port: number
  readonly connections: number
  readonly milliseconds: number
  readonly method: string
  /** Taken in turn by all connections together; each path is a record of its own. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Taken in turn like the paths. */
  readonly bodies?: readonly string[]
  /** A file that is sent as the body of every request. */
  readonly bodyFile?: string
  /** Sends a new Idempotency-Key with every request. */
  readonly keyed?: boolean
  /** How long each connection waits before its next request: people read what they get. */
  readonly pauseMs?: number
  /** A further set of headers for each connection, such as the cookie of a person of its own. */
  readonly perConnection?: readonly Readonly<Record<string, string>>[]
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly bytesReceived: number
  readonly bytesSent: number
  /** Of one request, in milliseconds. */
  readonly median: number
  readonly p99: number
}

export type LoadAnswer = { readonly ok: LoadResult } | { readonly failed: string }
