import { createPartner } from '@kyc/contract/partners.ts'
import { decryptValue } from '../../features/audit/entry-box.ts'
import type { CreatedPartner } from '../../features/partners/create-partner.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestReply } from './test-client.ts'

interface PartnerStage {
  readonly app: TestApp
  readonly superadmin: TestAccount
}

export const partnerLists = {
  callbackOrigins: ['https://partner.example.com'],
  redirectOrigins: ['https://www.example.com', 'http://old.example.com'],
  referrerOrigins: ['https://www.example.com'],
}

let partners = 0

/** The body of a new partner with a unique company ID. */
export const partnerBody = (changes: object = {}) => ({
  companyId: `firm-${++partners}`,
  name: '試験の提携先',
  mode: 'live' as const,
  ...partnerLists,
  ...changes,
})

/** Calls that tests of partners share. `stage` is evaluated at each call, since hooks create the stage. */
export function partnerCalls(stage: () => PartnerStage) {
  const create = (changes: object = {}): Promise<TestReply> =>
    stage().superadmin.post('/api/partners', partnerBody(changes))
  return {
    create,

    created: (changes: object = {}): Promise<CreatedPartner> =>
      stage().superadmin.send(createPartner, { body: partnerBody(changes) }),

    /** The decrypted details of its audit entries, oldest first. */
    async detailsOf(id: string): Promise<unknown[]> {
      const { app } = stage()
      const rows = await app.sql<{ event_id: string; details_enc: Buffer }>(
        `SELECT event_id, details_enc FROM audit_pii JOIN audit_event ON id = event_id
         WHERE rtype = 'partner' AND rid = $1 ORDER BY id`,
        [id],
      )
      return rows.map(({ event_id, details_enc }) =>
        decryptValue(app.services.auditKeys, event_id, details_enc),
      )
    },
  }
}
