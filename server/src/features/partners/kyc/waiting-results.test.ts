import { createHmac } from 'node:crypto'
import { listDeliveries, resendDelivery } from '@kyc/contract/deliveries.ts'
import { rotateSecret, unlinkPartnerUser } from '@kyc/contract/partners.ts'
import { beforeEach, expect, test } from 'vitest'
import { createKycApp, openSignedIn, sendResult } from '../../../testing/app/kyc-app.ts'
import { attemptNow } from '../../../testing/app/partners.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { deleteOldKycSessions } from './kyc-session-repository.ts'

const kyc = useStarted(createKycApp)
beforeEach(() => kyc.partner.reset())
const open = (link = {}) => openSignedIn(kyc, { link })

function signed(user_id: string, secret: string) {
  const [session_id, signed_at] = ['order-1', String(Math.floor(Date.now() / 1000))]
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const text = `kyc-link.${user_id}.${session_id}.${signed_at}`
  return {
    user_id,
    session_id,
    signed_at,
    signature: createHmac('sha256', key).update(text).digest('base64url'),
  }
}

/** Makes the next attempt of the delivery of a KYC session, as the scheduler does later. */
async function retry(kycSession: string): Promise<void> {
  const [row] = await kyc.app.sql<{ delivery_id: string }>(
    'SELECT delivery_id FROM kyc_session WHERE id = $1',
    [kycSession],
  )
  await kyc.app.sql("UPDATE delivery_attempt SET at = at - interval '11 seconds' WHERE delivery_id = $1", [
    row?.delivery_id,
  ])
  await attemptNow(kyc.app.services, row?.delivery_id ?? '')
}

test('a result that waits for its next attempt is only claimed once the leaked secret that proved it is revoked', async () => {
  const superadmin = await kyc.app.signedIn('superadmin')
  const { id } = kyc.registered.partner
  const rotate = () => superadmin.send(rotateSecret, { params: { id } })
  const leaked = await rotate()
  const attacker = await open(signed('victim', leaked.signingSecret))
  kyc.partner.behave((response) => response.writeHead(500).end('no'))
  expect(refusalOf(await sendResult(attacker.client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
  await rotate()
  const path = `/api/partners/${id}/secrets/${leaked.partner.secrets[0]?.id}`
  expect((await superadmin.delete(path)).status).toBe(204)
  kyc.partner.reset()
  await retry(attacker.kycSession.id)
  const [result] = kyc.results()
  const token = JSON.parse(Buffer.from(String(result?.id_token).split('.')[1] ?? '', 'base64url').toString())
  expect([result?.user_id_verified, token.user_id_verified]).toEqual([false, false])
})

test('a result that waits for its next attempt is not sent once a superadmin has undone the link of its user', async () => {
  const superadmin = await kyc.app.signedIn('superadmin')
  const { id } = kyc.registered.partner
  const stranger = await open({ user_id: 'wrong-person' })
  kyc.partner.behave((response) => response.writeHead(500).end('no'))
  expect(refusalOf(await sendResult(stranger.client))).toEqual([502, 'PARTNER_DELIVERY_FAILED'])
  await superadmin.send(unlinkPartnerUser, { params: { id }, body: { userId: 'wrong-person' } })
  kyc.partner.reset()
  await retry(stranger.kycSession.id)
  expect(kyc.results()).toEqual([])
  const deliveries = await superadmin.send(listDeliveries, { params: { id } })
  expect(deliveries.find(({ attempts }) => attempts.at(-1)?.failure === 'unlinked')).toMatchObject({
    state: 'dead',
  })
})

test('a result whose KYC session is old is not sent again once a superadmin has undone the link of its user', async () => {
  const superadmin = await kyc.app.signedIn('superadmin')
  const { id } = kyc.registered.partner
  const stranger = await open({ user_id: 'wrong-and-old' })
  expect((await sendResult(stranger.client)).status).toBe(200)
  const [row] = await kyc.app.sql<{ delivery_id: string }>(
    "UPDATE kyc_session SET created_at = now() - interval '31 days' WHERE id = $1 RETURNING delivery_id",
    [stranger.kycSession.id],
  )
  expect(await deleteOldKycSessions(kyc.app.services.db)).toBe(0)
  await superadmin.send(unlinkPartnerUser, { params: { id }, body: { userId: 'wrong-and-old' } })
  kyc.partner.reset()
  const params = { id, deliveryId: row?.delivery_id ?? '' }
  const { attempts } = await superadmin.send(resendDelivery, { params })
  expect(attempts.at(-1)?.failure).toBe('unlinked')
  expect(kyc.results()).toEqual([])
  await kyc.app.sql('UPDATE delivery SET payload_enc = NULL WHERE id = $1', [params.deliveryId])
  expect(await deleteOldKycSessions(kyc.app.services.db)).toBe(1)
})

test('a second rotation within a day revokes the older secret, so that what it has proven is a claim again', async () => {
  const superadmin = await kyc.app.signedIn('superadmin')
  const { id } = kyc.registered.partner
  const rotate = () => superadmin.send(rotateSecret, { params: { id } })
  const leaked = await rotate()
  const attacker = await open(signed('rotated-victim', leaked.signingSecret))
  expect((await sendResult(attacker.client)).status).toBe(200)
  const isProven = async () =>
    kyc.app.sql("SELECT verified FROM partner_user WHERE user_id = 'rotated-victim'")
  await kyc.app.sql('DELETE FROM partner_secret WHERE partner_id = $1 AND expires_at IS NOT NULL', [id])
  await rotate()
  expect(await isProven()).toEqual([{ verified: true }])
  await rotate()
  expect(await isProven()).toEqual([{ verified: false }])
})

test('a rotation keeps what a secret has proven that has expired by itself', async () => {
  const superadmin = await kyc.app.signedIn('superadmin')
  const { id } = kyc.registered.partner
  const rotate = () => superadmin.send(rotateSecret, { params: { id } })
  const { signingSecret } = await rotate()
  const member = await open(signed('old-member', signingSecret))
  expect((await sendResult(member.client)).status).toBe(200)
  await kyc.app.sql('UPDATE partner_secret SET expires_at = now() WHERE partner_id = $1', [id])
  await rotate()
  const links = await kyc.app.sql("SELECT verified FROM partner_user WHERE user_id = 'old-member'")
  expect(links).toEqual([{ verified: true }])
})
