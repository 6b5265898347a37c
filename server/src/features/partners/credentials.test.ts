import type { Partner } from '@kyc/contract/partners.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { refusal } from '../../testing/app/kyc-app.ts'
import { partnerBody, partnerCalls } from '../../testing/app/partner-calls.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'
import { hashOfKey } from './api-keys.ts'
import type { CreatedPartner } from './create-partner.ts'
import { findByKey } from './partner-repository.ts'
import { validSecrets } from './secrets.ts'

let app: TestApp
let superadmin: TestPerson

beforeAll(async () => {
  app = await createTestApp()
  superadmin = await app.signedIn('superadmin', '統括 一郎')
})
afterAll(() => app.close())

const { created, detailsOf } = partnerCalls(() => ({ app, superadmin }))
const show = async (id: string) => (await superadmin.get(`/api/partners/${id}`)).json as Partner

describe('keys and secrets', () => {
  const day = 24 * 60 * 60 * 1000

  test.each(['keys', 'secrets'] as const)(
    'of replaced %s the last one holds for a day more',
    async (kind) => {
      const { partner } = await created()
      const rotate = async () => {
        const reply = await superadmin.post(`/api/partners/${partner.id}/${kind}`)
        expect([reply.status, reply.headers.get('location')]).toEqual([201, `/api/partners/${partner.id}`])
        return reply.json as CreatedPartner
      }
      const first = partner[kind][0]?.id
      const second = (await rotate()).partner[kind]
      expect(second.map(({ id, expiresAt }) => [id === first, expiresAt === null])).toEqual([
        [false, true],
        [true, false],
      ])
      const ends = Date.parse(second[1]?.expiresAt ?? '') - Date.now()
      expect(Math.abs(ends - day)).toBeLessThan(60_000)
      const third = (await rotate()).partner[kind]
      expect(third).toHaveLength(2)
      expect(third[1]?.id).toBe(second[0]?.id)
      expect((await detailsOf(partner.id)).slice(1)).toEqual(
        Array(2).fill({ change: kind === 'keys' ? 'key_rotated' : 'secret_rotated' }),
      )
    },
  )

  test('callbacks are signed with the newest secret first, then with the one before', async () => {
    const { partner, signingSecret } = await created()
    const { services } = app
    expect(await validSecrets(services, services.db, partner.id)).toEqual([signingSecret])
    const reply = await superadmin.post(`/api/partners/${partner.id}/secrets`)
    const { signingSecret: newest } = reply.json as CreatedPartner
    expect(await validSecrets(services, services.db, partner.id)).toEqual([newest, signingSecret])
    await app.sql('UPDATE partner_secret SET expires_at = now() WHERE expires_at IS NOT NULL')
    expect(await validSecrets(services, services.db, partner.id)).toEqual([newest])
    expect((await show(partner.id)).secrets).toHaveLength(1)
  })

  test.each(['keys', 'secrets'] as const)(
    'a replaced one of %s can be ended at once, the newest can’t',
    async (kind) => {
      const { partner } = await created()
      const [old] = partner[kind]
      const end = (id = '') => superadmin.delete(`/api/partners/${partner.id}/${kind}/${id}`)
      expect(refusal(await end(old?.id))).toEqual([409, 'CONFLICT'])
      await superadmin.post(`/api/partners/${partner.id}/${kind}`)
      expect((await end(old?.id)).status).toBe(204)
      expect(refusal(await end(old?.id))).toEqual([404, 'NOT_FOUND'])
      const { [kind]: left } = await show(partner.id)
      expect(left).toMatchObject([{ expiresAt: null }])
      const change = kind === 'keys' ? 'key_ended' : 'secret_ended'
      expect((await detailsOf(partner.id)).at(-1)).toEqual({ change })
    },
  )

  test.each(['keys', 'secrets'] as const)(
    'of %s the newest is the one that does not end, even if another server’s clock is behind',
    async (kind) => {
      const { partner } = await created()
      const [old] = partner[kind]
      const { partner: rotated } = (await superadmin.post(`/api/partners/${partner.id}/${kind}`))
        .json as CreatedPartner
      const newest = rotated[kind][0]?.id
      // As if the server that replaced the old one were an hour behind the one that had made it.
      const earlier = newId(new Date(Date.now() - 60 * 60 * 1000))
      await app.sql(`UPDATE partner_${kind.slice(0, -1)} SET id = $1 WHERE id = $2`, [earlier, newest])
      const end = (id = '') => superadmin.delete(`/api/partners/${partner.id}/${kind}/${id}`)
      expect((await show(partner.id))[kind].map(({ id }) => id)).toEqual([earlier, old?.id])
      expect(refusal(await end(earlier))).toEqual([409, 'CONFLICT'])
      expect((await end(old?.id)).status).toBe(204)
    },
  )

  test('an ended key opens nothing, and nobody ends another partner’s', async () => {
    const one = await created()
    const two = await created()
    await superadmin.post(`/api/partners/${two.partner.id}/keys`)
    const foreign = two.partner.keys[0]?.id
    const reply = await superadmin.delete(`/api/partners/${one.partner.id}/keys/${foreign}`)
    expect(refusal(reply)).toEqual([404, 'NOT_FOUND'])
    const find = () => {
      const { companyId } = two.partner
      return findByKey(app.services.db, { companyId, hash: hashOfKey(two.apiKey) })
    }
    expect(await find()).toBeDefined()
    await superadmin.delete(`/api/partners/${two.partner.id}/keys/${foreign}`)
    expect(await find()).toBeUndefined()
  })
})

test('what decides who may come in asks for a fresh sign-in (D31)', async () => {
  const { partner } = await created()
  const stale = await app.signedIn('superadmin')
  await app.sql("UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1", [
    stale.accountId,
  ])
  const path = `/api/partners/${partner.id}`
  for (const reply of [
    await stale.post('/api/partners', partnerBody()),
    await stale.patch(path, { name: '別名' }),
    await stale.post(`${path}/keys`),
    await stale.post(`${path}/secrets`),
    await stale.delete(`${path}/keys/${partner.keys[0]?.id}`),
    await stale.delete(`${path}/secrets/${partner.secrets[0]?.id}`),
  ]) {
    expect(refusal(reply)).toEqual([403, 'STEP_UP_REQUIRED'])
  }
  // Closing must not wait for anything.
  expect((await stale.put(`${path}/disable`)).status).toBe(200)
})
