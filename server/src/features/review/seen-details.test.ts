import { updatePerformer } from '@kyc/contract/performers.ts'
import { describe, expect, it } from 'vitest'
import { approvalOf } from '../../testing/app/approval.ts'
import { openAndVerify } from '../../testing/app/factories.ts'
import { reviewCalls } from '../../testing/app/review-calls.ts'
import { useStage } from '../../testing/app/test-app.ts'

const { user, admin } = useStage({ user: ['user', '佐藤'], admin: ['admin', '鈴木'] })

const { register, performer, current, path, idFront } = reviewCalls(user)

describe('a decision is about the names that were shown with the document (D11)', () => {
  const rename = (id: string, lastName = '別人') =>
    user.send(updatePerformer, { params: { id }, body: { lastName } })
  const decisions = (id: string, performerVersion?: number) => [
    () =>
      admin.call('PUT', path(id, 'idFront', 'verify'), {
        json: approvalOf('idFront', { performerVersion }),
        headers,
      }),
    () =>
      admin.call('PUT', path(id, 'idFront', 'reject'), {
        json: { codes: ['blurry'], performerVersion },
        headers,
      }),
    () =>
      admin.post(`/api/review/cases/${id}/rejections`, {
        documents: [{ type: 'idFront', version: 1, codes: ['blurry'] }],
        performerVersion,
      }),
  ]
  const headers = { 'if-match': '"1"' }

  it('is refused for a record that the page shows with other names, and names the author of the change', async () => {
    const id = await register()
    const { version } = await performer(id)
    await rename(id)
    await admin.get(`/api/performers/${id}/documents/idFront`)
    for (const decide of decisions(id, version)) {
      expect((await decide()).json).toMatchObject({
        status: 409,
        code: 'CONFLICT',
        errors: [{ field: 'lastName', message: '姓は、佐藤さんが変更しました。' }],
      })
    }
    expect(await current(id, 'idFront')).toMatchObject({ status: 'pending' })
    const [verify] = decisions(id, (await performer(id)).version)
    expect((await verify?.())?.status).toBe(200)
  })

  it('is refused without a version of the record to an account that has opened the picture with the former names, until it opens it again', async () => {
    const id = await register()
    await admin.get(`/api/performers/${id}/documents/idFront`)
    await rename(id)
    const [verify] = decisions(id)
    expect((await verify?.())?.json).toMatchObject({ status: 409, code: 'CONFLICT' })
    expect((await admin.put(path(id, 'idFront', 'verify'), approvalOf('idFront'))).json).toMatchObject({
      code: 'CONFLICT',
    })
    await openAndVerify(admin, { params: idFront(id) })
  })

  it('is not refused after own changes, and after those of fields that no document proves', async () => {
    const id = await register()
    const { version: performerVersion } = await performer(id)
    await admin.get(`/api/performers/${id}/documents/idFront`)
    await admin.send(updatePerformer, { params: { id }, body: { lastName: '修正' } })
    await user.send(updatePerformer, { params: { id }, body: { lastNameKana: 'しゅうせい' } })
    await openAndVerify(admin, { params: idFront(id), body: { idKind: 'passport', performerVersion } })
    await openAndVerify(admin, { params: { id, type: 'selfie' }, body: { performerVersion } })
  })
})
