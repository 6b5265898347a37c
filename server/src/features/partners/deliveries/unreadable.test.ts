import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { attemptNow, insertDelivery } from '../../../testing/app/partners.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { insertSecret } from '../secrets.ts'

// D57: a damaged result or secret affects no other.

const { app, double, company } = useCallbackStage(new TestClock())

const first = (id: string) => attemptNow(app.services, id)

const failuresOf = (id: string) =>
  app.sql('SELECT failure FROM delivery_attempt WHERE delivery_id = $1 ORDER BY number', [id])

/** Changes one bit of a box. */
const flip = (table: string, column: string, id: string) =>
  app.sql(
    `UPDATE ${table} SET ${column} = set_byte(${column}, 30, get_byte(${column}, 30) # 1) WHERE id = $1`,
    [id],
  )

test('a damaged result is not sent, uses up its attempts and affects no other result', async () => {
  const id = await insertDelivery(app.services, company)
  const next = await insertDelivery(app.services, company)
  await flip('delivery', 'payload_enc', id)
  expect(await first(id)).toBe(false)
  expect([await failuresOf(id), double.received]).toEqual([[{ failure: 'unreadable' }], []])
  expect(await app.sql('SELECT state, scheduled, claimed_until FROM delivery WHERE id = $1', [id])).toEqual([
    { state: 'pending', scheduled: 1, claimed_until: null },
  ])
  expect(await app.sql('SELECT failing_since FROM partner WHERE id = $1', [company.partner.id])).toEqual([
    { failing_since: null },
  ])
  expect(await first(next)).toBe(true)
  const { json } = await app.anonymous().get('/api/health/ready')
  expect(json).toMatchObject({ status: 'ready', unreadable: { deliveries: 1, secrets: 0 } })
})

test('skips a damaged secret and sends nothing without a readable one', async () => {
  const [secret] = await app.sql<{ id: string }>('SELECT id FROM partner_secret WHERE partner_id = $1', [
    company.partner.id,
  ])
  await flip('partner_secret', 'secret_enc', secret!.id)
  const id = await insertDelivery(app.services, company)
  expect(await first(id)).toBe(false)
  expect([await failuresOf(id), double.received]).toEqual([[{ failure: 'unreadable' }], []])
  const added = await inTransaction(app.services.db, (tx) =>
    insertSecret(app.services, tx, company.partner.id),
  )
  expect(await attemptNow(app.services, id, 'resend')).toBe(true)
  const { headers, body } = double.received[0]!
  expect(() => new Webhook(added).verify(body, headers as Record<string, string>)).not.toThrow()
})
