import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { getPerformer, type Performer } from '@kyc/contract/performers.ts'
import {
  acceptReliance,
  type askReliance,
  getReliances,
  type RecordReliances,
} from '@kyc/contract/reliances.ts'
import { beforeEach, expect } from 'vitest'
import { insertDocumentRow } from './performer-rows.ts'
import { distributor } from './share-calls.ts'
import { codeIn, type OnPage, signingStage } from './signing-stage.ts'
import type { TestAccount } from './test-app.ts'
import type { TestReply } from './test-client.ts'

/**
 * Registers hooks that give each test a performer with an approved front of its ID on its page, and another organisation with one
 * member, and calls for the course of a permission (D126).
 */
export function relianceStage() {
  const stage = signingStage()
  const { app, admin, made } = stage
  // Filled by the hook.
  const other = {} as { member: TestAccount; id: string }
  const now = {} as { on: OnPage; front: string }
  beforeEach(async () => {
    now.front = await insertDocumentRow(
      app.services.db,
      { performer_id: made.performer, type: 'idFront', uploaded_by: made.owner.accountId },
      {
        ...{ status: 'verified', decided_at: new Date('2026-04-02T03:00:00Z'), decided_by: admin.accountId },
        ...{ identity_check: 'chip', id_kind: 'passport', expires_on: '2099-01-01' },
      },
    )
    Object.assign(other, await distributor(app))
    now.on = await stage.open()
  })

  const path = () => `/api/performer-page/${now.on.id}/reliances`
  const ask = (recipient = other.id): Promise<TestReply> => now.on.client.post(path(), { recipient })
  const asked = async () => (await ask()).json as ReplyOf<typeof askReliance> // the server parses its replies
  const permit = async (id: string): Promise<TestReply> => {
    const code = codeIn((await stage.mails()).at(-1)?.text)
    return now.on.client.post(`${path()}/${id}/permission`, { code })
  }
  const permitted = async (): Promise<string> => {
    const { id } = await asked()
    const reply = await permit(id)
    expect(reply.status, JSON.stringify(reply.json)).toBe(200)
    return id
  }
  return {
    app,
    admin,
    made,
    /** The other organisation. */
    other,
    /** The page of the performer, and the front of its ID. */
    now,
    path,
    ask,
    asked,
    permit,
    permitted,
    async accepted(): Promise<{ id: string; performerId: string }> {
      const id = await permitted()
      const { performerId } = await other.member.send(acceptReliance, { params: { id } })
      return { id, performerId }
    },
    reliances: (id: string, by = other.member): Promise<RecordReliances> =>
      by.send(getReliances, { params: { id } }),
    page: () => stage.session(now.on),
    shown: (id: string): Promise<Performer> => other.member.send(getPerformer, { params: { id } }),
    /** Changes the record that is relied on. */
    set: (columns: string) => app.sql(`UPDATE performer SET ${columns} WHERE id = $1`, [made.performer]),
    /** Changes the front of its ID. */
    setFront: (columns: string) =>
      app.sql(`UPDATE document_version SET ${columns} WHERE id = $1`, [now.front]),
  }
}
