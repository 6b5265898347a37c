import type pg from 'pg'

/** Milliseconds after the server's own limit of a statement. */
const patience = 3000

/**
 * Ends a connection that does not reply to a statement although the server limits its time: then its host or the network
 * has disappeared. Otherwise the call would wait until TCP gives up, which takes a quarter of an hour, and keep its place in
 * the pool.
 */
export function endIfSilent(
  client: pg.ClientBase,
  { statement_timeout }: { readonly statement_timeout: string },
): void {
  if (statement_timeout === '0') return
  const limit = Number(statement_timeout) + patience
  const query: (...args: unknown[]) => unknown = client.query.bind(client)
  const watched = (...args: unknown[]): unknown => {
    const reply = query(...args)
    if (reply instanceof Promise) {
      const timer = setTimeout(() => closeSocket(client), limit).unref()
      const done = () => clearTimeout(timer)
      reply.then(done, done)
    }
    return reply
  }
  client.query = watched as typeof client.query // same parameters and result as the driver's
}

/** The pending statement fails as on any lost connection. A polite end would wait for the statement. */
export function closeSocket(client: pg.ClientBase): void {
  // The driver does not declare its connection.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
