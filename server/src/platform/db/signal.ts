import { sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { closeSocket } from './close-socket.ts'
import { searchPath } from './connect-client.ts'
import type { Db } from './database.ts'

/**
 * Notifies the processes that listen on a database. A signal carries no data and may be lost, so listeners
 * must also poll.
 */
export interface Signal {
  /** Returns at once. Calls in quick succession are merged into one signal; a failure is only logged. */
  send(): void
  /** Calls `onSignal` at each signal, over a dedicated connection, until the returned function is called. */
  listen(onSignal: () => void): () => Promise<void>
  stop(): Promise<void>
}

interface SignalOptions {
  readonly db: Db
  readonly databaseUrl: string
  readonly log: Log
  /** Letters only. */
  readonly channel: string
}

/** Milliseconds between two signals of one process: PostgreSQL serializes all notifications of a database. */
const spacing = 100
const reconnectAfter = 2000
/** Milliseconds until a connection that does not end by itself is closed. */
const patience = 500
/**
 * Milliseconds of silence after which the system checks whether the other side still exists; its default is two hours.
 */
const keepAliveAfter = 10_000

export function createSignal(options: SignalOptions): Signal {
  const sender = createSender(options)
  return { ...sender, listen: (onSignal) => listen(options, onSignal) }
}

/** Sends outside of any transaction, so that no act waits for the signal. */
function createSender({ db, log, channel }: SignalOptions): Pick<Signal, 'send' | 'stop'> {
  let throttled = false
  let due = false
  let stopped = false
  let sending = Promise.resolve()
  const sendAfterSpacing = () => {
    const sendIfDue = () => {
      throttled = false
      if (due) send()
    }
    setTimeout(sendIfDue, spacing).unref()
  }
  const send = () => {
    due = throttled
    if (throttled || stopped) return
    throttled = true
    sending = notify(db, channel)
      .catch((error: unknown) => log.warn({ err: error }, 'could not send a signal to the other processes'))
      .finally(sendAfterSpacing)
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
  const reconnect = (error: unknown) => {
    if (stopped || timer) return
    log.warn({ err: error }, 'lost the connection that listens for signals; reconnecting')
    client?.end().catch(() => undefined)
    timer = setTimeout(connect, reconnectAfter).unref()
  }
  const connect = () => {
    timer = undefined
    client = new pg.Client({
      connectionString: databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveAfter,
      connectionTimeoutMillis: 2000,
      options: `-c role=kyc_app -c search_path=${searchPath}`,
    })
    client.on('error', reconnect)
    client.on('end', () => reconnect(undefined))
    client.on('notification', onSignal)
    opening = openChannel(client, channel).catch(reconnect)
  }
  let opening = Promise.resolve()
  connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    // Neither a connection that is being opened nor a host that has disappeared may delay the stop.
    const cut = setTimeout(() => client && closeSocket(client), patience)
    await opening
    await client?.end().catch(() => undefined)
    clearTimeout(cut)
  }
}

async function openChannel(client: pg.Client, channel: string): Promise<void> {
  await client.connect()
  await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
}
