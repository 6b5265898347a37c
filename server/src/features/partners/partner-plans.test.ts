import { randomBytes } from 'node:crypto'
import type { DeliveryState } from '@kyc/contract/deliveries.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { createAuditWriter } from '../audit/record.ts'
import { findAddresses } from './api/address-repository.ts'
import { findCalls } from './api/call-repository.ts'
import { endAddresses } from './api/end-addresses.ts'
import { findEvents } from './api/event-repository.ts'
import { findNextAttempts } from './deliveries/claim-delivery.ts'
import { cleanUpDeliveries } from './deliveries/clean-up-deliveries.ts'
import { countDeliveries, findDeliveries, isKnownAddress } from './deliveries/deliveries-repository.ts'
import { deleteOldKycSessions, endKycSessions, findKycSession } from './kyc/kyc-session-repository.ts'
import { readHealth } from './webhooks/read-health.ts'

const database = useStarted(createExplainedDatabase)
let busy: string

/** Ten partners; the busiest has most of the KYC sessions and deliveries. */
const rows = 8000

beforeAll(async () => {
  const { db } = database
  await sql`INSERT INTO partner
    SELECT gen_random_uuid(), 'company-' || n, 'name', 'live', '{https://partner.example}', '{}', '{}', NULL, NULL,
      NULL, 1, now(), now() FROM generate_series(0, 9) n`.execute(db)
  const [busiest] = await db
    .selectFrom('partner')
    .select('id')
    .where('company_id', '=', 'company-0')
    .execute()
  busy = busiest?.id ?? ''
  const partnerOf = sql`(SELECT id FROM partner WHERE company_id = 'company-' || greatest(0, n % 20 - 10))`
  // One per minute; the latest are open.
  await sql`INSERT INTO kyc_session (id, partner_id, browser_key, user_id, locale, callback_url, created_at, expires_at)
    SELECT gen_random_uuid(), ${partnerOf}, sha256(n::text::bytea), 'user', 'ja', 'https://partner.example/', at,
      at + interval '30 minutes'
    FROM generate_series(1, ${rows}) n, LATERAL (SELECT now() - n * interval '1 minute' AS at) t`.execute(db)
  // Ids contain the time: these are new.
  await sql`INSERT INTO delivery (id, partner_id, event, url, payload_enc, state, next_attempt_at, created_at, ended_at)
    SELECT ('f' || substr(gen_random_uuid()::text, 2))::uuid, ${partnerOf}, 'kyc.auth_result', 'https://partner.example/' || n % 3, '\\x00',
      CASE WHEN n % 200 = 0 THEN 'pending' ELSE 'delivered' END,
      CASE WHEN n % 200 = 0 THEN now() + interval '1 day' END, now(), CASE WHEN n % 200 > 0 THEN now() END
    FROM generate_series(1, ${rows}) n`.execute(db)
  await sql`INSERT INTO kyc_address (id, partner_id, mode, user_id, locale, callback_url, token_hash, created_at, expires_at)
    SELECT gen_random_uuid(), ${partnerOf}, 'live', 'user-' || n, 'ja', 'https://partner.example/', sha256(n::text::bytea), now(),
      now() + interval '1 day'
    FROM generate_series(1, ${rows}) n`.execute(db)
  await sql`INSERT INTO partner_event (partner_id, mode, number, type, object_id)
    SELECT ${partnerOf}, 'live', n, 'kyc.opened', gen_random_uuid() FROM generate_series(1, ${rows}) n`.execute(
    db,
  )
  await sql`INSERT INTO partner_call (id, partner_id, mode, key_hint, created_at, method, path, status, duration_ms, request_id)
    SELECT gen_random_uuid(), ${partnerOf}, 'live', 'abcd', now(), 'GET', '/', CASE WHEN n % 40 = 0 THEN 404 ELSE 200 END, 1, ''
    FROM generate_series(1, ${rows}) n`.execute(db)
  await database.analyze()
})

const keys = { mac: randomBytes(32), pii: singleKey(randomBytes(32)) }
const services = () => ({
  db: database.db,
  clock: systemClock,
  audit: createAuditWriter(keys, systemClock),
})

const atMost = { before: undefined, limit: 51 }

test.each<[string, string, number, () => Promise<unknown>]>([
  ['the KYC session of a browser', 'kyc_session', 10, () => findKycSession(database.db, browser)],
  [
    'open KYC sessions',
    'kyc_session',
    100,
    () => inTransaction(database.db, (tx) => endKycSessions(tx, busy)),
  ],
  ['old KYC sessions', 'kyc_session', 100, () => deleteOldKycSessions(database.db)],
  ['a page of deliveries', 'delivery', 60, () => findDeliveries(database.db, deliveries(), atMost)],
  [
    'a page of pending deliveries',
    'delivery',
    60,
    () => findDeliveries(database.db, deliveries('pending'), atMost),
  ],
  ['the number of deliveries', 'delivery', 2200, () => countDeliveries(database.db, deliveries())],
  ['a known address', 'delivery', 1100, () => inTransaction(database.db, isKnown)],
  ['the next attempts', 'delivery', 100, () => findNextAttempts(database.db)],
  ['a page of one-time addresses', 'kyc_address', 60, () => findAddresses(database.db, addresses(), atMost)],
  [
    'the addresses of a user',
    'kyc_address',
    10,
    () => findAddresses(database.db, addresses('user-1'), atMost),
  ],
  ['addresses that have ended', 'kyc_address', 10, () => endAddresses(database.db)],
  [
    'a page of events',
    'partner_event',
    60,
    () => findEvents(database.db, live(), { after: '100', limit: 51 }),
  ],
  ['a page of calls', 'partner_call', 60, () => findCalls(database.db, calls(), atMost)],
  ['a page of failed calls', 'partner_call', 250, () => findCalls(database.db, calls('failed'), atMost)],
  ['the deliveries of the health of a partner', 'delivery', 1100, () => readHealth(database.db, busy)],
  ['deliveries to expire or empty', 'delivery', 100, () => cleanUpDeliveries(services())],
])('%s: reads no whole table', async (_, table, most, act) => {
  expect(rowsRead(await database.plansOf(act), table)).toBeLessThanOrEqual(most)
})

const browser = { browserKey: Buffer.alloc(32), id: undefined }
const calls = (outcome?: 'failed') => ({ partnerId: busy, outcome })
const live = () => ({ partnerId: busy, mode: 'live' }) as const
const addresses = (userId?: string) => ({ ...live(), userId })
const deliveries = (state?: DeliveryState) => ({ partnerId: busy, state })
const isKnown = (tx: Tx) => isKnownAddress(tx, busy, 'https://partner.example/unknown')
