import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { closeSocket } from './close-socket.ts'
import { statementNames } from './prepared.ts'

/** Receives each statement with its values and its reply, for tests. */
export type WatchStatement = (
  connection: object,
  text: string,
  values: readonly unknown[],
  reply: Promise<pg.QueryResult>,
) => void

interface ConnectionOptions {
  /** Milliseconds until a connection without a reply to a statement is ended; null waits for ever. */
  readonly silentAfter: number | null
  readonly watch?: WatchStatement | undefined
}

type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/**
 * The connections of a pool as the query builder uses them: marked statements are named prepared statements of the driver, and
 * a connection that does not reply although the server limits the time of a statement is ended, since its host or the network
 * has disappeared. Otherwise the call would wait until TCP gives up, which takes a quarter of an hour, and keep its place.
 */
export function poolConnections(pool: pg.Pool, options: ConnectionOptions): PostgresPool {
  const nameOf = statementNames()
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const connection = known.get(client) ?? connectionOf(client, nameOf, options)
      known.set(client, connection)
      return connection
    },
  }
}

function connectionOf(
  client: pg.PoolClient,
  nameOf: (text: string) => string | undefined,
  { silentAfter, watch }: ConnectionOptions,
): PostgresPoolClient {
  const query: Query = (text, values) => {
    const name = nameOf(text)
    const reply = name ? client.query({ name, text, values: [...values] }) : client.query(text, [...values])
    if (silentAfter !== null) endIfSilent(client, reply, silentAfter)
    watch?.(client, text, values, reply)
    return reply
  }
  const connection = { query, release: (destroy?: boolean) => client.release(destroy) }
  // Without cursors, which the product does not use; rows have the types that their callers state.
  return connection as unknown as PostgresPoolClient
}

function endIfSilent(client: pg.ClientBase, reply: Promise<unknown>, milliseconds: number): void {
  const timer = setTimeout(() => closeSocket(client), milliseconds).unref()
  const done = () => clearTimeout(timer)
  reply.then(done, done)
}
