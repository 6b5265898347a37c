import { listAuditLogs } from '@kyc/contract/audit.ts'
import { describe, expect, it } from 'vitest'
import { openAndVerify, registerPerformer, tryToVerify } from '../../testing/app/factories.ts'
import { replace, sendReplacement } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { reconcile } from './reconcile.ts'

const { app, user, admin } = useStage({ user: ['user', '佐藤'], admin: ['admin', '鈴木'] })

const register = async (fields: Record<string, string> = {}) => (await registerPerformer(user, { fields })).id
async function withBack(fields: Record<string, string> = {}): Promise<string> {
  const files = { idBack: { name: 'back.png', bytes: await samplePng(30, 30) } }
  return (await registerPerformer(user, { fields, files })).id
}

describe('the back of a My Number card (D14)', () => {
  it('is refused once the record has that kind of ID', async () => {
    const id = await register({ idKind: 'my_number_card' })
    const reply = await sendReplacement(user, id, 'idBack', await samplePng())
    expect(reply.json).toMatchObject({ status: 409, code: 'ID_BACK_CLOSED' })
  })

  it('can no longer be opened in any version after a reviewer has read that kind from the front', async () => {
    const id = await withBack()
    await replace(user, id, 'idBack', await samplePng(50, 50))
    const reading = { idKind: 'my_number_card' } as const
    const missing = await tryToVerify(admin, { id, type: 'idFront' }, reading)
    expect(missing.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'reason' })
    expect((await admin.get(`/api/performers/${id}/documents/idBack`)).status).toBe(200)
    const reason = '個人番号が写っているため'
    await openAndVerify(admin, { params: { id, type: 'idFront' }, body: { ...reading, reason } })
    for (const call of ['', '/versions', '?version=1']) {
      expect((await admin.get(`/api/performers/${id}/documents/idBack${call}`)).status).toBe(404)
    }
    const query = { action: 'shred', resourceId: `${id}/idBack` } as const
    const [entry] = await admin.send(listAuditLogs, { query })
    expect(entry?.details).toMatchObject({ reason, versions: [{ version: 1 }, { version: 2 }] })
    expect((await reconcile(app.services)).missing).toEqual([])
  })

  it('is never approved', async () => {
    const id = await withBack()
    const reply = await tryToVerify(admin, { id, type: 'idBack' }, { idKind: 'my_number_card' })
    expect(reply.json).toMatchObject({ status: 409, code: 'ID_BACK_CLOSED' })
  })
})
