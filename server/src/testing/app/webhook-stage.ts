import * as contract from '@kyc/contract/partner-api.ts'
import type { TestUser } from '@kyc/contract/partner-api-vocabulary.ts'
import { Webhook } from 'standardwebhooks'
import { beforeEach } from 'vitest'
import type { CreatedPartner } from '../../features/partners/create-partner.ts'
import type { PartnerDouble, ReceivedCallback } from '../doubles/partner-double.ts'
import { type PartnerServer, partnerServers } from './partner-api.ts'
import { attemptNow } from './partners.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClock } from './test-clock.ts'

interface Stage {
  readonly app: TestApp
  readonly superadmin: TestAccount
  readonly company: CreatedPartner
  readonly double: PartnerDouble
  readonly clock: TestClock
}

interface Row {
  readonly id: string
  readonly next_attempt_at: Date | null
}

/**
 * For each test, the server of a partner with a test key and a webhook at its double. `stage` is evaluated at each
 * call.
 */
export function useWebhook(stage: () => Stage) {
  const { withKey } = partnerServers(stage)
  const own = {} as { server: PartnerServer; secret: string } // filled by the hook
  beforeEach(async () => {
    const { company, double, app } = stage()
    await app.sql('UPDATE delivery SET next_attempt_at = NULL') // deliveries of earlier tests
    own.server = await withKey(company.partner.id, 'test')
    own.secret = (await setAddress(`${double.origin}/events`)).secret ?? ''
  })
  const setAddress = async (url: string) => {
    const reply = await own.server.call(contract.setWebhook, { json: { url } })
    return reply.json as contract.PartnerWebhook & { secret: string | null } // parsed by the schema of the call
  }
  const waiting = () =>
    stage().app.sql<Row>(
      `SELECT id, next_attempt_at FROM delivery WHERE partner_id = $1 AND state = 'pending'
         AND next_attempt_at IS NOT NULL ORDER BY next_attempt_at`,
      [own.server.partnerId],
    )
  return {
    own,
    setAddress,
    waiting,

    /** Forces the events of a test user. */
    async force(user_id: TestUser): Promise<void> {
      const json = { user_id, callback_url: `${stage().double.origin}/kyc` }
      await own.server.call(contract.createSession, { json })
      // Events have the time of the database. The clock is moved there, so that they are due.
      const { clock } = stage()
      if (clock.now() < new Date()) clock.moveTo(new Date())
    },

    /** All events of the list, from the first page to the last. */
    async listed(): Promise<contract.PartnerEvent[]> {
      const all: contract.PartnerEvent[] = []
      for (let after = ''; ; after = all.at(-1)?.id ?? '') {
        const reply = await own.server.call(contract.listEvents, { search: `?limit=2&after=${after}` })
        const page = reply.json as contract.PartnerEvent[] // parsed by the schema of the call
        if (page.length === 0) return all
        all.push(...page)
      }
    },

    /** Makes the attempts that are due until the time of `end`, each at its time. */
    async passUntil(end: Date): Promise<void> {
      const { app, clock } = stage()
      for (;;) {
        const [next] = await waiting()
        if (!next?.next_attempt_at || next.next_attempt_at > end) break
        if (next.next_attempt_at > clock.now()) clock.moveTo(next.next_attempt_at)
        await attemptNow(app.services, next.id, 'schedule')
      }
      clock.moveTo(end)
    },
  }
}

/** The event of a received webhook, verified by the reference library. Its clock is that of the test. */
export function verified(secret: string, { body, headers }: ReceivedCallback): contract.PartnerEvent {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as contract.PartnerEvent
}
