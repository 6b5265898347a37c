import { expect, test } from 'vitest'
import { registerPerformer } from './app/factories.ts'
import { watchWrites } from './app/observed-writes.ts'
import { useStage } from './app/test-app.ts'

let sent: string[] = []

const { admin, owner } = useStage(
  { admin: 'admin', owner: 'user' },
  {
    overrides: {
      watch(connection, text, values, reply) {
        sent.push(text)
        watchWrites(connection, text, values, reply)
      },
    },
  },
)

/**
 * What a process sends from time to time, whatever it is called for: signals, counts of its entries, a session that is
 * checked again.
 */
const byTime = /pg_notify|audit_writer|limit_use|SELECT a\.access_generation|update "session"/

async function statementsOf(call: () => Promise<unknown>): Promise<number> {
  sent = []
  await call()
  return sent.filter((text) => !byTime.test(text)).length
}

// A statement costs a tenth to a quarter of a millisecond of processor time on either side, whatever it does: what
// grows here grows for every request (docs/scaling.md).
test('the most frequent reads take as few statements as they can', async () => {
  const { id } = await registerPerformer(owner)
  await registerPerformer(owner)
  const get = (path: string, by = admin) => statementsOf(() => by.get(path))
  // The session, the record, what the account has viewed, and the entry with its views.
  expect(await get(`/api/performers/${id}`)).toBe(4)
  expect(await get(`/api/performers/${id}`)).toBe(3)
  // The session and the page; the count unless the page is the whole list; the organisation of a user.
  expect(await get('/api/performers')).toBe(2)
  expect(await get('/api/performers?limit=1')).toBe(3)
  expect(await get('/api/performers?limit=1', owner)).toBe(4)
  // The session, the record, the version, its key, what the account has viewed, the record again, and the entry.
  expect(await get(`/api/performers/${id}/documents/idFront?download=1`)).toBe(7)
})
