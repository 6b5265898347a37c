import pg from 'pg'

/**
 * Opens a connection outside the pool. If it is lost, its next statement fails; without the listener, the loss would end
 * the process. The caller ends it.
 */
export async function connectClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(config)
  client.on('error', () => undefined)
  await client.connect()
  return client
}
