import { second } from '@kyc/contract/durations.ts'
import pg from 'pg'
import { closeSocket } from './close-socket.ts'

/** The longest time until a connection is established. */
const connectLimit = 5 * second
/** The longest time that `endClient` waits for the reply of the other side. */
const patience = 2 * second

/**
 * The schemas in which names without a schema are searched, for every login. Otherwise the schemas of a login's own
 * settings, and temporary tables, would come before the tables of the product.
 */
export const searchPath = 'public,pg_temp'

/**
 * Opens a connection outside the pool. If it is lost, its next statement fails; without the listener, the loss would
 * end the process. The caller ends it, by `endClient` if it must not wait for a host that has disappeared.
 */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    connectionTimeoutMillis: connectLimit,
    options: `-c search_path=${searchPath}`,
    ...config,
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Ends a connection, also if the other side does not reply. */
export async function endClient(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => closeSocket(client), patience)
  await client.end().finally(() => clearTimeout(timer))
}
