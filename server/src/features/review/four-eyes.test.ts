import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'

const path = (id: string, slot: string, act: string) => `/api/performers/${id}/documents/${slot}/${act}`

describe('four eyes (D6)', () => {
  let strict: TestApp
  let registrar: TestPerson
  beforeAll(async () => {
    strict = await createTestApp({ env: { REVIEW_FOUR_EYES: 'on' } })
    registrar = await strict.signedIn('user')
  })
  afterAll(() => strict.close())

  async function expectBarred(person: TestPerson, id: string, slot: string, barred = true): Promise<void> {
    const list = (await person.get(`/api/performers/${id}/documents`)).json as PerformerDocument[]
    expect(list.find(({ type }) => type === slot)?.ownWork).toBe(barred)
    if (!barred) return
    for (const [act, body] of [['verify'], ['reject', { codes: ['blurry'] }]] as const) {
      const reply = await person.put(path(id, slot, act), body)
      expect(reply.json).toMatchObject({ status: 409, code: 'FOUR_EYES' })
    }
  }

  describe.each(['admin', 'superadmin'] as const)('%s', (role) => {
    let person: TestPerson
    beforeAll(async () => {
      person = await strict.signedIn(role)
    })

    it('does not decide on a performer that they registered', async () => {
      const { id } = await registerPerformer(person)
      await expectBarred(person, id, 'idFront')
      const second = await strict.signedIn('admin')
      expect((await second.put(path(id, 'idFront', 'verify'))).status).toBe(200)
    })

    it('does not decide on a version that they uploaded, and does on the others', async () => {
      const { id } = await registerPerformer(registrar)
      await replace(person, id, 'selfie', await samplePng(40, 40))
      await expectBarred(person, id, 'selfie')
      await expectBarred(person, id, 'idFront', false)
      await replace(registrar, id, 'selfie', await samplePng(41, 41))
      expect((await person.put(path(id, 'selfie', 'verify'))).status).toBe(200)
    })

    it.each([
      { lastName: '別' },
      { firstNameRoman: 'OTHER' },
      { date_of_birth: '1991-01-01' },
      { idKind: 'passport' },
    ])('does not decide on a record after they were the last to change %o', async (change) => {
      const { id } = await registerPerformer(registrar)
      expect((await person.patch(`/api/performers/${id}`, change)).status).toBe(200)
      await expectBarred(person, id, 'idFront')
      // Another field, edited by another person, does not lift it.
      expect((await registrar.patch(`/api/performers/${id}`, { firstName: '新' })).status).toBe(200)
      await expectBarred(person, id, 'idFront')
      const [field = ''] = Object.keys(change)
      const again = {
        [field]: field === 'idKind' ? 'drivers_license' : field === 'date_of_birth' ? null : 'AGAIN',
      }
      expect((await registrar.patch(`/api/performers/${id}`, again)).status).toBe(200)
      expect((await person.put(path(id, 'idFront', 'verify'))).status).toBe(200)
    })

    it('decides after other changes, and after filling details from their own reading', async () => {
      const { id } = await registerPerformer(registrar)
      expect((await person.patch(`/api/performers/${id}`, { email: 'a@example.com' })).status).toBe(200)
      const read = { idKind: 'passport', dateOfBirth: '1990-04-01' }
      expect((await person.put(path(id, 'idFront', 'verify'), read)).status).toBe(200)
      await verifyDocuments(person, id, ['agreementFile', 'selfie'])
    })
  })
})
