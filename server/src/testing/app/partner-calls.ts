import { openValue } from '../../features/audit/seal.ts'
import type { CreatedPartner } from '../../features/partners/create-partner.ts'
import type { TestApp, TestPerson } from './test-app.ts'
import type { TestReply } from './test-client.ts'

export interface PartnerStage {
  readonly app: TestApp
  readonly superadmin: TestPerson
}

export const partnerLists = {
  callbackOrigins: ['https://partner.example.com'],
  redirectOrigins: ['https://www.example.com', 'http://old.example.com'],
  referrerOrigins: ['https://www.example.com'],
}

let made = 0

/** A partner as a superadmin types it, with a company ID that no other has. */
export const partnerBody = (changes: object = {}) => ({
  ...{ companyId: `firm-${++made}`, name: '試験の提携先', mode: 'live', ...partnerLists },
  ...changes,
})

/** What tests of partners do again and again; `stage` is asked at each call, since hooks set it up. */
export function partnerCalls(stage: () => PartnerStage) {
  const create = (changes: object = {}): Promise<TestReply> =>
    stage().superadmin.post('/api/partners', partnerBody(changes))
  return {
    create,

    async created(changes: object = {}): Promise<CreatedPartner> {
      return (await create(changes)).json as CreatedPartner // parsed by the server against the contract
    },

    /** What the log keeps of it beside the fields, opened; oldest first. */
    async detailsOf(id: string): Promise<unknown[]> {
      const { app } = stage()
      const rows = await app.sql<{ event_id: string; details_enc: Buffer }>(
        `SELECT event_id, details_enc FROM audit_pii JOIN audit_event ON id = event_id
         WHERE rtype = 'partner' AND rid = $1 ORDER BY id`,
        [id],
      )
      return rows.map(({ event_id, details_enc }) => openValue(app.services.auditKeys, event_id, details_enc))
    },
  }
}
