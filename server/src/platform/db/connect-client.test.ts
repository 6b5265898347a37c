import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { connectClient } from './connect-client.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('a connection that is lost between two statements fails the second and does not end the process', async () => {
  const [client, other] = [
    await connectClient({ connectionString: database.ownerUrl }),
    await connectClient({ connectionString: database.ownerUrl }),
  ]
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(client.query('SELECT 1')).rejects.toThrow()
  await other.end()
})
