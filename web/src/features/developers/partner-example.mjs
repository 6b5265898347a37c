// A client of the partner API in one file: Node.js 24, no packages.
//   KYC_URL=https://kyc.example.jp KYC_KEY=kyc_test_... node partner-example.mjs COMMAND
//   session USER_ID CALLBACK_URL   create a one-time address and print it; send the user there
//   wait SESSION_ID                poll until the session is completed or expired
//   events [LAST_ID]               print every event after the last one that you have stored
//   webhook URL                    let events be sent to URL; prints the secret once
//   test                           ask for a signed test event
//   listen PORT KEY.pem CERT.pem   receive events; needs KYC_WEBHOOK_SECRET=whsec_...
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

const { KYC_URL, KYC_KEY, KYC_WEBHOOK_SECRET = '' } = process.env
const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`)

/** Calls the API. A repeat after a lost reply has the same Idempotency-Key, so it takes effect once. */
async function call(method, path, body) {
  const headers = { authorization: `Bearer ${KYC_KEY}`, 'kyc-version': '2026-11-28', 'accept-language': 'en' }
  if (method === 'POST') headers['idempotency-key'] = randomUUID()
  if (body) headers['content-type'] = 'application/json'
  for (let attempt = 1; ; attempt++) {
    const request = { method, headers, body: body && JSON.stringify(body) }
    const response = await fetch(`${KYC_URL}/api/partner/v1${path}`, request).catch(() => undefined)
    if (response?.ok) return response.status === 204 ? undefined : response.json()
    const isPassing = !response || response.status === 429 || response.status >= 500
    if (isPassing && attempt < 4) {
      await sleep(1000 * Number(response?.headers.get('retry-after') ?? attempt))
      continue
    }
    throw new Error(response ? await response.text() : 'no connection') // application/problem+json with a code
  }
}

/** Throws unless one signature is ours and fresh (Standard Webhooks). While a secret is being replaced there are two. */
function verify(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(at)) < 300)) throw new Error('too old')
  const key = Buffer.from(KYC_WEBHOOK_SECRET.replace('whsec_', ''), 'base64')
  const digest = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  const expected = Buffer.from(`v1,${digest}`)
  const isEqual = (sent) => sent.length === expected.length && timingSafeEqual(sent, expected)
  if (!signatures.split(' ').some((each) => isEqual(Buffer.from(each)))) throw new Error('wrong signature')
  return JSON.parse(body)
}

const commands = {
  session: async (user_id, callback_url) => print(await call('POST', '/sessions', { user_id, callback_url })),
  async wait(id) {
    for (;;) {
      const session = await call('GET', `/sessions/${id}`)
      if (session.state === 'completed' || session.state === 'expired') return print(session)
      await sleep(5000)
    }
  },
  async events(after = '') {
    for (let page; page?.length !== 0; after = page.at(-1)?.id ?? after) {
      page = await call('GET', `/events?after=${after}`)
      page.forEach(print)
    }
  },
  webhook: async (url) => print(await call('PUT', '/webhook', { url })),
  test: async () => print(await call('POST', '/webhook/test')),
  listen(port, key, cert) {
    const seen = new Set() // in production: a column with a unique index, written with what the event changes
    const receive = async (request, response) => {
      const event = verify(request.headers, await text(request))
      if (!seen.has(event.id)) print(event)
      seen.add(event.id)
      response.writeHead(204).end() // within 10 seconds; anything but 2xx is sent again
    }
    createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      receive(request, response).catch(() => response.writeHead(400).end())
    }).listen(Number(port))
  },
}
const usage = () => Promise.reject(new Error(`a command is needed: ${Object.keys(commands)}`))
await (commands[process.argv[2]] ?? usage)(...process.argv.slice(3))
