import { setTimeout as sleep } from 'node:timers/promises'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { expect } from 'vitest'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { startDeliveries } from '../../features/partners/deliveries/delivery-scheduler.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { registerPerformer } from '../app/factories.ts'
import { createKycApp, type KycApp } from '../app/kyc-app.ts'
import { leftovers } from '../app/leftovers.ts'
import { expireLeases, storedFaults } from '../app/stored-faults.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import { refusalOf, type TestReply } from '../app/test-client.ts'
import type { PartnerBehaviour } from '../doubles/partner-double.ts'
import { FaultPlan } from './fault-plan.ts'
import { breakConnections } from './faulty-connections.ts'
import { breakPorts } from './faulty-ports.ts'

const recoveryTime = 30_000

/** What a fault may cause: a problem that the caller may repeat, never a 500. */
const allowed = new Set([
  '503 TEMPORARILY_UNAVAILABLE',
  '503 PROVIDER_UNAVAILABLE',
  '409 REQUEST_IN_PROGRESS',
  '409 EXPORT_IN_PROGRESS', // an export that broke off, and whose end failed too, occupies its place until its lease ends
  '502 PARTNER_DELIVERY_FAILED',
  '429 RATE_LIMITED', // an upload that was cut off still occupies its place
])

/** Limits of a day or minute must not stop the seeds, and every seed must cause an alert about many views. */
const settings = {
  LOOKS_ALERT: '1,1',
  RATE_API_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_DAY: '1000000',
  UPLOAD_MB_PER_DAY: '1000000',
}

interface Page {
  readonly address: string
  readonly statuses: readonly number[]
}

/** The product with all its background work, whose calls of other systems fail as `plan` decides. */
export interface FaultStage {
  readonly plan: FaultPlan
  readonly kyc: KycApp
  readonly owner: TestAccount
  readonly admin: TestAccount
  /** Deletes records, because an account that masked a picture may not delete its record as well. */
  readonly secondAdmin: TestAccount
  /** Every page and list that needs no further parameter, and the statuses that it may have without faults. */
  readonly pages: readonly Page[]
  /**
   * Repeats `call` until it gets one of the `expected` statuses, at last without faults, as a user does. A reply that
   * no fault may cause is one of the faults that `recover` returns.
   */
  act(expected: readonly number[], call: () => Promise<TestReply>): Promise<TestReply>
  /** Ends the faults, lets the product recover, and returns what is inconsistent. */
  recover(): Promise<string[]>
  close(): Promise<void>
}

export async function createFaultStage(): Promise<FaultStage> {
  const plan = new FaultPlan()
  const unexpected: string[] = []
  const kyc = await createKycApp(settings, { wrap: breakPorts(plan) }, internalErrors(unexpected))
  const { app } = kyc
  const { services } = app
  const [owner, admin] = [await app.signedIn('user'), await app.signedIn('admin')]
  const secondAdmin = await app.signedIn('admin')
  kyc.partner.behave(failingPartner(plan))
  const connections = breakConnections(plan, new URL(services.databaseUrl).username)
  const sequencer = startSequencer(services, services.databaseUrl, { publishEvery: 200 })
  const deliveries = startDeliveries(services)
  services.mails.startDelivery()
  return {
    plan,
    pages: await readablePages(app, (await registerPerformer(owner)).id),
    kyc,
    owner,
    admin,
    secondAdmin,
    async act(expected, call) {
      for (let attempt = 1; attempt <= plan.attempts; attempt++) {
        const reply = await call().catch(() => undefined) // the reply broke off
        if (reply && expected.includes(reply.status)) return reply
        if (reply && !allowed.has(refusalOf(reply).join(' '))) unexpected.push(describeReply(reply))
        // Expires the leases instead of waiting for a quarter of a minute. Running uploads of other parts lose their
        // lease too.
        await plan.without(() => expireLeases(services.db)).catch(() => undefined)
      }
      const reply = await plan.without(() => afterRecovery(call))
      if (!expected.includes(reply.status)) unexpected.push(`without faults: ${describeReply(reply)}`)
      return reply
    },
    async recover() {
      plan.stop()
      await sealed(kyc)
      await delivered(kyc)
      return [...unexpected.splice(0), ...(await storedFaults(services)), ...(await leftovers(app))]
    },
    async close() {
      plan.stop()
      await deliveries.stop()
      await sequencer.stop()
      connections[Symbol.dispose]()
      await kyc.close()
    },
  }
}

/** The reply after the product has recovered from its faults. */
async function afterRecovery(call: () => Promise<TestReply>): Promise<TestReply> {
  let reply = await call().catch(() => undefined)
  // Broken connections leave the pool one by one, and uploads that broke off use the places of the account.
  for (let wait = 0; (!reply || allowed.has(refusalOf(reply).join(' '))) && wait < 60; wait++) {
    await sleep(250)
    reply = await call().catch(() => undefined)
  }
  if (!reply) throw new Error('no reply without faults')
  return reply
}

/**
 * Reads the statuses before the faults begin: a call that pauses the faults would pause those of all other calls too.
 */
async function readablePages(app: TestApp, performer: string): Promise<Page[]> {
  const reader = await app.signedIn('superadmin')
  const pages: Page[] = []
  for (const { method, path, reply } of endpoints) {
    const address = `/api${path.replace(/^(\/performers|\/review\/cases)\/\{id\}/, `$1/${performer}`)}`
    if (method !== 'GET' || address.includes('{') || reply.kind === 'navigation') continue
    // These may also reply 503: an export is not repeated, and the health check reports what is unavailable.
    const statuses = /\/(?:export|ready)$/.test(address) ? [503] : []
    pages.push({ address, statuses: [200, (await reader.get(address)).status, ...statuses] })
  }
  return pages
}

/** A log that notes the cause of each reply with status 500, which the reply does not state. */
function internalErrors(notes: string[]): Log {
  const write = (line: string) => void (JSON.parse(line).code === 'INTERNAL' && notes.push(line))
  return createLog({ logLevel: 'error' }, { write })
}

/** A partner whose replies fail: with a status, or by a connection that ends after the result was received. */
function failingPartner(plan: FaultPlan): PartnerBehaviour {
  return (response) => {
    const fault = plan.draw('callbacks.post')
    if (fault === 'lost' || fault === 'after') response.destroy()
    else if (fault === 'error') response.writeHead(500).end()
    else setTimeout(() => response.end('ok'), fault === 'delay' ? 50 : 0)
  }
}

function describeReply({ status, json }: TestReply): string {
  return `${status} ${JSON.stringify(json)}`
}

/** Waits until the sequencer has sealed every entry. */
async function sealed({ app }: KycApp): Promise<void> {
  const unsealed = `SELECT FROM audit_event e
    WHERE NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id) LIMIT 1`
  await expect.poll(async () => (await app.sql(unsealed)).length, { timeout: recoveryTime }).toBe(0)
}

/** Lets the pauses of retries pass, and waits until every mail and callback is delivered. */
async function delivered({ app }: KycApp): Promise<void> {
  const left = async () => {
    // Mails that another attempt may still have claimed are left out.
    await app.sql(`UPDATE outbox SET next_attempt_at = now() WHERE queue = 'mail'
      AND next_attempt_at NOT BETWEEN now() + interval '55 seconds' AND now() + interval '60 seconds'`)
    await app.sql(`UPDATE delivery SET next_attempt_at = now(), claimed_until = NULL
      WHERE state = 'pending' AND coalesce(claimed_until < now() + interval '20 seconds', true)`)
    await app.sql("SELECT pg_notify('changed', '')")
    return app.sql(`SELECT 'mail ' || attempts FROM outbox WHERE queue = 'mail'
      UNION ALL SELECT 'delivery ' || state FROM delivery WHERE state <> 'delivered'`)
  }
  await expect.poll(left, { timeout: recoveryTime, interval: 500 }).toEqual([])
}
