import { expect, test } from 'vitest'
import { endClient } from '../../../platform/db/connect-client.ts'
import { startDatabaseRelay } from '../../../testing/app/database-relay.ts'
import { createTestDatabase } from '../../../testing/app/test-database.ts'
import { connectVerification } from './verify-log.ts'

test('a statement of a verification fails and its connections end although the host of the database has disappeared', {
  tags: 'long',
}, async () => {
  const database = await createTestDatabase()
  const relay = await startDatabaseRelay()
  relay.pointTo(database.appUrl)
  const url = relay.through(database.appUrl)
  const [busy, idle] = await Promise.all([connectVerification(url, 100), connectVerification(url, 100)])
  relay.silence()
  await Promise.all([
    expect(busy.query('SELECT 1')).rejects.toThrow('Query read timeout'),
    // The relay accepts a connection and never replies.
    expect(connectVerification(url, 100)).rejects.toThrow('timeout'),
    endClient(idle),
  ])
  await endClient(busy)
  await relay.close()
  await database.drop()
})
