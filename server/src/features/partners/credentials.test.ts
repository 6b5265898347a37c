import { getPartner, type Partner, rotateKey, rotateSecret } from '@kyc/contract/partners.ts'
import { describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { partnerBody, partnerCalls } from '../../testing/app/partner-calls.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { hashOfKey } from './api-keys.ts'
import type { CreatedPartner } from './create-partner.ts'
import { findByKey } from './partner-repository.ts'
import { validSecrets } from './secrets.ts'

const { app, superadmin } = useStage({ superadmin: ['superadmin', '統括 一郎'] })

const { created, detailsOf } = partnerCalls(() => ({ app, superadmin }))
const show = (id: string): Promise<Partner> => superadmin.send(getPartner, { params: { id } })

describe('keys and secrets', () => {
  const day = 24 * 60 * 60 * 1000

  test.each(['keys', 'secrets'] as const)(
    'after a rotation of %s the previous one expires in a day, and older ones are deleted',
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

  test('signs callbacks with the newest secret first, then with the previous one', async () => {
    const { partner, signingSecret } = await created()
    const { services } = app
    expect(await validSecrets(services, services.db, partner.id)).toEqual([signingSecret])
    const { signingSecret: newest } = await superadmin.send(rotateSecret, { params: { id: partner.id } })
    expect(await validSecrets(services, services.db, partner.id)).toEqual([newest, signingSecret])
    await app.sql('UPDATE partner_secret SET expires_at = now() WHERE expires_at IS NOT NULL')
    expect(await validSecrets(services, services.db, partner.id)).toEqual([newest])
    expect((await show(partner.id)).secrets).toHaveLength(1)
  })

  test.each(['keys', 'secrets'] as const)(
    'of %s, a replaced one can be revoked at once and the newest cannot',
    async (kind) => {
      const { partner } = await created()
      const [old] = partner[kind]
      const end = (id = '') => superadmin.delete(`/api/partners/${partner.id}/${kind}/${id}`)
      expect(refusalOf(await end(old?.id))).toEqual([409, 'CONFLICT'])
      await superadmin.post(`/api/partners/${partner.id}/${kind}`)
      expect((await end(old?.id)).status).toBe(204)
      expect(refusalOf(await end(old?.id))).toEqual([404, 'NOT_FOUND'])
      const { [kind]: left } = await show(partner.id)
      expect(left).toMatchObject([{ expiresAt: null }])
      const change = kind === 'keys' ? 'key_ended' : 'secret_ended'
      expect((await detailsOf(partner.id)).at(-1)).toEqual({ change })
    },
  )

  test.each(['keys', 'secrets'] as const)(
    'the newest of %s is the one without expiry, even if the clock of another server is behind',
    async (kind) => {
      const { partner } = await created()
      const [old] = partner[kind]
      const rotation = kind === 'keys' ? rotateKey : rotateSecret
      const { partner: rotated } = await superadmin.send(rotation, { params: { id: partner.id } })
      const newest = rotated[kind][0]?.id
      // As if the clock of the server that rotated were an hour behind.
      const earlier = newId(new Date(Date.now() - 60 * 60 * 1000))
      await app.sql(`UPDATE partner_${kind.slice(0, -1)} SET id = $1 WHERE id = $2`, [earlier, newest])
      const end = (id = '') => superadmin.delete(`/api/partners/${partner.id}/${kind}/${id}`)
      expect((await show(partner.id))[kind].map(({ id }) => id)).toEqual([earlier, old?.id])
      expect(refusalOf(await end(earlier))).toEqual([409, 'CONFLICT'])
      expect((await end(old?.id)).status).toBe(204)
    },
  )

  test('a revoked key is invalid, and a key of another partner cannot be revoked', async () => {
    const one = await created()
    const two = await created()
    await superadmin.post(`/api/partners/${two.partner.id}/keys`)
    const foreign = two.partner.keys[0]?.id
    const reply = await superadmin.delete(`/api/partners/${one.partner.id}/keys/${foreign}`)
    expect(refusalOf(reply)).toEqual([404, 'NOT_FOUND'])
    const find = () => {
      const { companyId } = two.partner
      return findByKey(app.services.db, { companyId, hash: hashOfKey(two.apiKey) })
    }
    expect(await find()).toBeDefined()
    await superadmin.delete(`/api/partners/${two.partner.id}/keys/${foreign}`)
    expect(await find()).toBeUndefined()
  })
})

test('creating, editing and rotating require a step-up (D31)', async () => {
  const { partner } = await created()
  const expired = await app.signedIn('superadmin')
  await app.sql("UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1", [
    expired.accountId,
  ])
  const path = `/api/partners/${partner.id}`
  for (const reply of [
    await expired.post('/api/partners', partnerBody()),
    await expired.patch(path, { name: '別名' }),
    await expired.post(`${path}/keys`),
    await expired.post(`${path}/secrets`),
    await expired.delete(`${path}/keys/${partner.keys[0]?.id}`),
    await expired.delete(`${path}/secrets/${partner.secrets[0]?.id}`),
  ]) {
    expect(refusalOf(reply)).toEqual([403, 'STEP_UP_REQUIRED'])
  }
  // Disabling a partner requires no step-up, so that it is never delayed.
  expect((await expired.put(`${path}/disable`)).status).toBe(200)
})
