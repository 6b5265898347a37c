/** The input of a load process. Sent between processes, so plain data only. */
export interface LoadJob {
  readonly port: number
  readonly connections: number
  readonly milliseconds: number
  /** Ends the load after this number of requests: measures of processor time need equal work, not equal time. */
  readonly requests?: number
  readonly method: string
  /** Used in turn by all connections together; each path names another record. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  /** Used in turn like the paths. */
  readonly bodies?: readonly string[]
  /** The path of a file that is the body of every request. */
  readonly bodyFile?: string
  /** Sends a new Idempotency-Key with every request. */
  readonly keyed?: boolean
  /** The pause of each connection between requests, as users make while reading. */
  readonly pauseMs?: number
}

export interface LoadResult {
  readonly requests: number
  readonly seconds: number
  readonly bytesReceived: number
  readonly bytesSent: number
  /** The latency of one request in milliseconds, like `p99`. */
  readonly median: number
  readonly p99: number
}

export type LoadOutcome = { readonly ok: LoadResult } | { readonly failed: string }
