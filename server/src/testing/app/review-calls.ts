import { listDocuments } from '@kyc/contract/documents.ts'
import { getPerformer } from '@kyc/contract/performers.ts'
import { registerPerformer } from './factories.ts'
import type { TestAccount } from './test-app.ts'

/** Calls that tests of decisions share. */
export function reviewCalls(owner: TestAccount) {
  return {
    register: async (fields: Record<string, string> = {}) => (await registerPerformer(owner, { fields })).id,
    performer: (id: string) => owner.send(getPerformer, { params: { id } }),
    /** The newest version of a slot. */
    current: async (id: string, type: string) =>
      (await owner.send(listDocuments, { params: { id } })).find((each) => each.type === type),
    path: (id: string, type: string, act: string) => `/api/performers/${id}/documents/${type}/${act}`,
    idFront: (id: string) => ({ id, type: 'idFront' }),
  }
}
