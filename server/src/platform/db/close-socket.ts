import type pg from 'pg'

/**
 * Closes the connection of a client at once: the pending statement fails as on any lost connection. `end` would wait
 * for the statement.
 */
export function closeSocket(client: pg.ClientBase): void {
  // The driver does not declare its connection.
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
