import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { registerPerformer, registrationForm } from '../../../testing/app/factories.ts'
import { insertCompany, insertMember } from '../../../testing/app/organisations.ts'
import { sendReplacement } from '../../../testing/app/replacements.ts'
import { samplePng } from '../../../testing/app/sample-files.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { sendRegistration } from '../../../testing/app/uploads.ts'
import { personalOf } from '../../access/scope.ts'
import { chargeQuota, deletePastQuotas } from './charge-quota.ts'

let app: TestApp
/** 23:30 in Japan. */
const clock = new TestClock(new Date('2026-11-20T14:30:00Z'))
beforeEach(async () => {
  clock.moveTo(new Date('2026-11-20T14:30:00Z'))
  const env = { REGISTRATIONS_PER_DAY: '2', UPLOAD_MB_PER_DAY: '1' }
  app = await createTestApp({ env, overrides: { clock } })
})
afterEach(() => app.close())

const register = (user: TestAccount, files = {}) => sendRegistration(user, { files })

function refusal({ status, headers, json }: TestReply) {
  const { code, title } = json as { code: string; title: string } // a problem has both
  return { status, code, title, retryAfter: headers.get('retry-after') }
}

describe('the quota of a day', () => {
  it('refuses registrations with a message and the time until midnight in Japan', async () => {
    const user = await app.signedIn('user')
    await registerPerformer(user)
    await registerPerformer(user)
    expect(refusal(await register(user))).toEqual({
      status: 429,
      code: 'DAILY_REGISTRATIONS',
      title: '1日に登録できる件数（2件）に達しました。明日もう一度お試しください。',
      retryAfter: '1800',
    })
    await registerPerformer(await app.signedIn('user'))
    clock.moveTo(new Date('2026-11-20T15:00:00Z'))
    await registerPerformer(user)
    await deletePastQuotas(app.services)
    expect(await app.sql('SELECT registrations FROM upload_quota')).toEqual([{ registrations: 1 }])
  })

  it('counts the bytes of replacements too, and a repeated call once', async () => {
    const user = await app.signedIn('user')
    const { id } = await registerPerformer(user)
    const large = new Uint8Array(Buffer.concat([await samplePng(), randomBytes(700 * 1024)]))
    const first = await sendReplacement(user, id, 'selfie', large, { key: 'one' })
    expect(first.status).toBe(200)
    expect((await sendReplacement(user, id, 'selfie', large, { key: 'one' })).status).toBe(200)
    expect(refusal(await sendReplacement(user, id, 'selfie', large, { key: 'two' }))).toMatchObject({
      status: 429,
      code: 'DAILY_BYTES',
      retryAfter: '1800',
      title: '1日に送信できるファイルの合計サイズ（1MB）を超えます。明日もう一度お試しください。',
    })
    const idFront = { name: '大.png', bytes: large }
    expect(refusal(await register(user, { idFront }))).toMatchObject({ code: 'DAILY_BYTES' })
    expect((await sendReplacement(user, id, 'selfie', await samplePng())).status).toBe(200)
  })

  it('counts the bytes of a refused form whose other files are opened, but no registration', async () => {
    const user = await app.signedIn('user')
    const large = new Uint8Array(Buffer.concat([await samplePng(), randomBytes(700 * 1024)]))
    const files = {
      idFront: { name: '大.png', bytes: large },
      selfie: { name: '空.png', bytes: new Uint8Array() },
    }
    expect(refusal(await register(user, files))).toMatchObject({ status: 400, code: 'FILE_TYPE_UNSUPPORTED' })
    expect(refusal(await register(user, files))).toMatchObject({ status: 429, code: 'DAILY_BYTES' })
    await registerPerformer(user)
    await registerPerformer(user)
  })

  it('counts a refused form in the organisation that it names, not in the first one of the account', async () => {
    const user = await app.signedIn('user')
    const company = await insertCompany(app.sql)
    await insertMember(app.sql, company, user.accountId, 'staff')
    const form = await registrationForm({ files: { selfie: { name: '空.png', bytes: new Uint8Array() } } })
    const reply = await user.call('POST', `/api/performers?organisation=${company}`, { form })
    expect(refusal(reply)).toMatchObject({ status: 400 })
    const charged = await app.sql(
      'SELECT organisation_id FROM upload_quota WHERE organisation_id IN ($1, $2)',
      [user.accountId, company],
    )
    expect(charged).toEqual([{ organisation_id: company }])
  })

  it('is not exceeded by concurrent attempts', async () => {
    const { accountId } = await app.signedIn('user')
    const charge = () =>
      inTransaction(app.services.db, (tx) =>
        chargeQuota(app.services, tx, personalOf(accountId), { registrations: 1, bytes: 1 }),
      )
    const results = await Promise.allSettled(Array.from({ length: 20 }, charge))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
})

/** Announces a large body and sends its first bytes. */
async function startSlowUpload(user: TestAccount): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = [
    'POST /api/performers HTTP/1.1',
    `Host: ${new URL(app.url).host}`,
    `Cookie: ${user.cookieHeader()}`,
    `X-CSRF-Token: ${user.csrfToken}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 50000000',
  ]
  const part = '--x\r\nContent-Disposition: form-data; name="selfie"; filename="a.png"\r\n\r\n'
  socket.write(`${head.join('\r\n')}\r\n\r\n${part}${'z'.repeat(1000)}`)
  return socket
}

it('slow senders with 20 accounts, two uploads each, do not delay the registration of another account', {
  tags: 'long',
}, async () => {
  const other = await app.signedIn('user')
  // Starts the helpers.
  await registerPerformer(other)
  const sockets: Socket[] = []
  const slow: TestAccount[] = []
  for (let n = 0; n < 20; n++) {
    const user = await app.signedIn('user')
    slow.push(user)
    sockets.push(await startSlowUpload(user), await startSlowUpload(user))
  }
  const sending = setInterval(() => sockets.map((socket) => socket.write('z'.repeat(15_000))), 250)
  try {
    // All 40 are admitted: a third upload of each account is refused.
    for (const user of slow) expect(refusal(await register(user))).toMatchObject({ code: 'RATE_LIMITED' })
    const begun = performance.now()
    expect((await register(other)).status).toBe(201)
    expect(performance.now() - begun).toBeLessThan(3000)
  } finally {
    clearInterval(sending)
    for (const socket of sockets) socket.destroy()
  }
})
