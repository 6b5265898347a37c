import { randomUUID } from 'node:crypto'
import * as contract from '@kyc/contract/campaigns.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { sendCampaigns } from '../../features/campaigns/send-campaigns.ts'
import { campaignBody } from './factories.ts'
import { insertRecord } from './performer-rows.ts'
import type { TestAccount, TestApp } from './test-app.ts'

type Start = Partial<BodyIn<typeof contract.createCampaign>>

/** The calls of tests about campaigns, by default of `owner`. */
export function campaignCalls(stage: () => { readonly app: TestApp; readonly owner: TestAccount }) {
  const bodyOf = (changes: Start = {}): BodyIn<typeof contract.createCampaign> => ({
    ...campaignBody,
    ...changes,
  })
  const shown = (id: string) => stage().owner.send(contract.getCampaign, { params: { id } })
  /** A record without documents; null has no address. */
  async function record(email: string | null = `${randomUUID()}@example.com`, by = stage().owner) {
    const id = await insertRecord(stage().app, by)
    await stage().app.sql('UPDATE performer SET email = $2 WHERE id = $1', [id, email])
    return { id, email: email ?? '' }
  }
  return {
    bodyOf,
    shown,
    record,
    async records(count: number) {
      const made = []
      for (let n = 0; n < count; n++) made.push(await record())
      return made
    },
    begin: (changes: Start = {}, by = stage().owner) =>
      by.send(contract.createCampaign, { body: bodyOf(changes) }),
    run: () => sendCampaigns(stage().app.services),
    /** The counts of a campaign that are above zero. */
    countsOf: async (id: string) =>
      Object.fromEntries(Object.entries((await shown(id)).counts).filter(([, count]) => count > 0)),
    itemsOf: (id: string) => stage().owner.send(contract.listCampaignItems, { params: { id } }),
    mailsTo: async (email: string) => (await stage().app.mails()).filter(({ to }) => to === email),
  }
}
