/** A queue of the outbox: what is done with a job that fails. Times are seconds. */
export interface Queue {
  readonly name: string
  /** Attempts after the first. */
  readonly retries: number
  /** Before the first retry; doubles from one to the next, spread by chance so that not all come back at once. */
  readonly retryDelay: number
  readonly maximumRetryDelay: number
  /** An attempt that ran longer counts as failed: its process may have died. */
  readonly timeout: number
  /** How long a job waits to be taken, and how long one that was given up is kept. */
  readonly kept: number
  /** Jobs of this queue that one process works on at a time. */
  readonly concurrency: number
}

export interface OutboxJob {
  /** The same in every attempt. */
  readonly id: string
  readonly data: object
  /** Fires when the process stops or the attempt has taken too long. */
  readonly signal: AbortSignal
}

/** Where the jobs of `queue` end that failed every attempt. */
export function deadQueueOf(queue: Pick<Queue, 'name'>): string {
  return `${queue.name}.dead`
}
