import { listDocuments } from '@kyc/contract/documents.ts'
import { updatePerformer } from '@kyc/contract/performers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../testing/app/test-app.ts'

const path = (id: string, type: string, act: string) => `/api/performers/${id}/documents/${type}/${act}`

describe('four eyes (D6)', () => {
  let strict: TestApp
  let owner: TestAccount
  beforeAll(async () => {
    strict = await createTestApp({ env: { REVIEW_FOUR_EYES: 'on' } })
    owner = await strict.signedIn('user')
  })
  afterAll(() => strict.close())

  async function expectOwnWork(reviewer: TestAccount, id: string, type: string): Promise<void> {
    expect(await ownWork(reviewer, id, type)).toBe(true)
    await reviewer.get(`/api/performers/${id}/documents/${type}`)
    for (const [act, body] of [
      ['verify', approvalOf(type)],
      ['reject', { codes: ['blurry'] }],
    ] as const) {
      const reply = await reviewer.put(path(id, type, act), body)
      expect(reply.json).toMatchObject({ status: 409, code: 'FOUR_EYES' })
    }
  }

  async function ownWork(reviewer: TestAccount, id: string, type: string): Promise<boolean | undefined> {
    const documents = await reviewer.send(listDocuments, { params: { id } })
    return documents.find((document) => document.type === type)?.ownWork
  }

  describe.each(['admin', 'superadmin'] as const)('%s', (role) => {
    let reviewer: TestAccount
    beforeAll(async () => {
      reviewer = await strict.signedIn(role)
    })

    it('does not decide on a performer that they registered', async () => {
      const { id } = await registerPerformer(reviewer)
      await expectOwnWork(reviewer, id, 'idFront')
      const second = await strict.signedIn('admin')
      await openAndVerify(second, { params: { id, type: 'idFront' } })
    })

    it('does not decide on a version that they uploaded, and does on the others', async () => {
      const { id } = await registerPerformer(owner)
      await replace(reviewer, id, 'selfie', await samplePng(40, 40))
      await expectOwnWork(reviewer, id, 'selfie')
      expect(await ownWork(reviewer, id, 'idFront')).toBe(false)
      await replace(owner, id, 'selfie', await samplePng(41, 41))
      await openAndVerify(reviewer, { params: { id, type: 'selfie' } })
    })

    it.each([
      { lastName: '別' },
      { firstNameRoman: 'OTHER' },
      { date_of_birth: '1991-01-01' },
      { idKind: 'passport' as const },
    ])('does not decide on a record after they were the last to change %o', async (change) => {
      const { id } = await registerPerformer(owner)
      await reviewer.send(updatePerformer, { params: { id }, body: change })
      await expectOwnWork(reviewer, id, 'idFront')
      // An edit of another field by another account changes nothing.
      await owner.send(updatePerformer, { params: { id }, body: { firstName: '新' } })
      await expectOwnWork(reviewer, id, 'idFront')
      const [field = ''] = Object.keys(change)
      const again = {
        [field]: field === 'idKind' ? 'drivers_license' : field === 'date_of_birth' ? null : 'AGAIN',
      }
      await owner.send(updatePerformer, { params: { id }, body: again })
      await openAndVerify(reviewer, { params: { id, type: 'idFront' } })
    })

    it('decides after other changes, and after filling details from their own reading', async () => {
      const { id } = await registerPerformer(owner)
      await reviewer.send(updatePerformer, { params: { id }, body: { email: 'a@example.com' } })
      const body = { idKind: 'passport', dateOfBirth: '1990-04-01' } as const
      await openAndVerify(reviewer, { params: { id, type: 'idFront' }, body })
      await verifyDocuments(reviewer, id, ['agreementFile', 'selfie'])
    })
  })
})
