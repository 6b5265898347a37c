import { expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { startSession } from '../../../testing/app/anonymous-browser.ts'
import { allDetails, everythingStored } from '../../../testing/app/everything-stored.ts'
import { createKycApp, follow, linkOf, sendResult, signInAs } from '../../../testing/app/kyc-app.ts'
import { useStarted } from '../../../testing/app/use-started.ts'

const lines: string[] = []
const kyc = useStarted(() =>
  createKycApp({}, {}, createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(line) })),
)

const canaries = {
  user_id: 'canary-user',
  session_id: 'canary-session',
  locale: 'canary-locale',
}

test('a KYC session logs no parameter and no token, and stores no key and no token', async () => {
  const client = kyc.app.anonymous()
  await startSession(client)
  const callback_url = `${kyc.partner.origin}/canary-path?canary=query`
  const link = {
    ...linkOf(kyc),
    ...canaries,
    callback_url,
    referrer: 'https://canary-referrer.example',
  }
  await client.get(`/kyc/register?${new URLSearchParams(link)}`)
  expect((await follow(client, { ...link, api_key: 'kyc_pk_canary_wrong' })).status).toBe(400)
  expect((await follow(client, { ...link, callback_url: 'https://canary-evil.example/' })).status).toBe(400)
  expect((await follow(client, link)).status).toBe(201)
  await signInAs(client, kyc.google, 'canary-uid')
  kyc.partner.behave((response, { body }) => response.writeHead(500).end(`canary-answer ${body}`))
  expect((await sendResult(client, { result: { user_id: 'canary-forged' } })).status).toBe(400)
  expect((await sendResult(client)).status).toBe(502)

  const log = lines.join('\n')
  expect(log).toContain('/api/sharegram/auth-result')
  expect(log).not.toMatch(/canary/i)
  expect(log).not.toContain(kyc.registered.apiKey)

  const { id_token } = JSON.parse(kyc.partner.received[0]?.body ?? '') as { id_token: string }
  const stored = [await everythingStored(kyc.app), await allDetails(kyc.app)].join('\n')
  for (const secret of [kyc.registered.apiKey, kyc.registered.signingSecret, id_token]) {
    expect(log).not.toContain(secret)
    expect(stored).not.toContain(secret)
  }
})
