import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import type { Db } from './database.ts'

/**
 * Wakes the processes that listen on one database. A signal says nothing and may be lost; whoever listens looks for
 * itself from time to time as well.
 */
export interface Signal {
  /** Returns at once. Many calls in a short time make one signal; one that fails is only told to the log. */
  send(): void
  /** Calls `onSignal` at each signal, on a connection of its own, until the returned function is called. */
  listen(onSignal: () => void): () => Promise<void>
  stop(): Promise<void>
}

export interface SignalOptions {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Log
  /** The name of the channel: letters only. */
  readonly channel: string
}

/** Milliseconds between two signals of one process: notifications are sent one after another in the whole database. */
const spacing = 100
const reconnectAfter = 2000

export function createSignal(options: SignalOptions): Signal {
  const sender = createSender(options)
  return { ...sender, listen: (onSignal) => listen(options, onSignal) }
}

/** Outside of any transaction, so that no act waits for it. */
function createSender({ db, log, channel }: SignalOptions): Pick<Signal, 'send' | 'stop'> {
  let resting = false
  let due = false
  let stopped = false
  let sending = Promise.resolve()
  const rest = () => {
    const wake = () => {
      resting = false
      if (due) send()
    }
    setTimeout(wake, spacing).unref()
  }
  const send = () => {
    due = resting
    if (resting || stopped) return
    resting = true
    sending = notify(db, channel)
      .catch((error: unknown) => log.warn({ err: error }, 'a signal to the other processes was not sent'))
      .finally(rest)
  }
  return {
    send,
    stop() {
      stopped = true
      return sending
    },
  }
}

async function notify(db: Db, channel: string): Promise<void> {
  await sql`SELECT pg_notify(${channel}, '')`.execute(db)
}

function listen({ databaseUrl, log, channel }: SignalOptions, onSignal: () => void): () => Promise<void> {
  let stopped = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const lost = (error: unknown) => {
    if (stopped || timer) return
    log.warn({ err: error }, 'the connection that waits for signals was lost; it is made anew')
    client?.end().catch(() => undefined)
    timer = setTimeout(connect, reconnectAfter).unref()
  }
  const connect = () => {
    timer = undefined
    client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 2000,
      options: '-c role=kyc_app',
    })
    client.on('error', lost)
    client.on('end', () => lost(undefined))
    client.on('notification', onSignal)
    opening = openChannel(client, channel).catch(lost)
  }
  let opening = Promise.resolve()
  connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await opening
    await client?.end().catch(() => undefined)
  }
}

async function openChannel(client: pg.Client, channel: string): Promise<void> {
  await client.connect()
  await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
}
