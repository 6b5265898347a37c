import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createKycApp, follow, linkOf, registerPartner } from '../../../testing/app/kyc-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import type { CreatedPartner } from '../create-partner.ts'

const kyc = useStarted(createKycApp)
let live: CreatedPartner
let client: TestClient
let connections = 0
/** Listens at the port of many of the addresses. */
const canary = createServer((socket) => {
  connections++
  socket.destroy()
})

beforeAll(async () => {
  const origins = ['https://partner.example.com']
  const lists = { callbackOrigins: origins, redirectOrigins: origins, referrerOrigins: origins }
  live = await registerPartner(kyc, { mode: 'live', ...lists })
  client = await anonymousBrowser(kyc.app)
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  canary.close()
})

const open = (changes: object) =>
  follow(client, { ...linkOf(kyc, live), callback_url: 'https://partner.example.com/callback', ...changes })

/** The address with the port of the canary instead of 4139. */
function atCanary(form: string): string {
  const { port } = canary.address() as AddressInfo // a TCP server has an AddressInfo
  return form.replace(':4139', `:${port}`)
}

/** Addresses that do not start, byte for byte, with the origin https://partner.example.com. */
const forms = [
  // Another scheme.
  'http://partner.example.com/callback',
  'ftp://partner.example.com/callback',
  'wss://partner.example.com/callback',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'javascript://partner.example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://partner.example.com/1',
  'gopher://127.0.0.1:4139/_x',
  'about:blank',
  'https:partner.example.com/callback',
  'https:/partner.example.com/callback',
  'https:///partner.example.com/callback',
  // Another host with a similar name.
  'https://evil.example/callback',
  'https://evil.example/https://partner.example.com/',
  'https://evil.example/?https://partner.example.com/',
  'https://evil.example/#https://partner.example.com/',
  'https://partner.example.com.evil.example/callback',
  'https://evilpartner.example.com/callback',
  'https://sub.partner.example.com/callback',
  'https://example.com/callback',
  'https://partner-example.com/callback',
  'https://partner.example.co/callback',
  'https://partner.example.com./callback',
  'https://partner.example.com../callback',
  'https://.partner.example.com/callback',
  'https://pаrtner.example.com/callback',
  'https://xn--prtner-3ve.example.com/callback',
  'https://partner。example。com/callback',
  'https://ｐartner.example.com/callback',
  'https://partner.example.com\u200b/callback',
  'https://partner\u00ad.example.com/callback',
  'https://partner.example.c\u2488m/callback',
  // Another spelling of the origin, which other parsers may interpret differently.
  'HTTPS://partner.example.com/callback',
  'https://PARTNER.example.com/callback',
  'https://partner.example.com:443/callback',
  'https://partner%2eexample.com/callback',
  'https://%70artner.example.com/callback',
  ' https://partner.example.com/callback',
  'https://partner.example.com/callback ',
  'https://partner.example.com/call back',
  // Another port.
  'https://partner.example.com:80/callback',
  'https://partner.example.com:8443/callback',
  'https://partner.example.com:4139/callback',
  // User information before an @.
  'https://partner.example.com@evil.example/callback',
  'https://partner.example.com:x@evil.example/callback',
  'https://partner.example.com%40evil.example/callback',
  'https://user@partner.example.com/callback',
  'https://user:word@partner.example.com/callback',
  'https://@partner.example.com/callback',
  // Backslashes, tabs and line breaks.
  'https:\\\\partner.example.com\\callback',
  'https://evil.example\\@partner.example.com/callback',
  'https://partner.example.com\\@evil.example/callback',
  'https://partner.example.com\\.evil.example/callback',
  'https://partner.example.com/\\evil.example',
  'https:/\t/partner.example.com/callback',
  'https://partner.example.com\t/callback',
  'https://partner.example.com/call\nback',
  'https://partner.example.com/\r\nX-Header: y',
  'https://partner.example.com/a\u0000b',
  'https://partner.example.com\u2028/callback',
  'https://partner.example.com#@evil.example/',
  // This machine and private networks, in every notation of their addresses.
  'https://localhost:4139/callback',
  'http://localhost:4139/callback',
  'https://127.0.0.1:4139/callback',
  'http://127.0.0.1:4139/callback',
  'https://127.1:4139/callback',
  'https://2130706433:4139/callback',
  'https://0x7f000001:4139/callback',
  'https://0x7f.1:4139/callback',
  'https://0177.0.0.1:4139/callback',
  'https://017700000001:4139/callback',
  'https://[::1]:4139/callback',
  'https://[::ffff:127.0.0.1]:4139/callback',
  'https://[::ffff:7f00:1]:4139/callback',
  'https://[0:0:0:0:0:0:0:1]:4139/callback',
  'https://[64:ff9b::7f00:1]/callback',
  'https://0.0.0.0:4139/callback',
  'https://0/callback',
  'https://①②⑦.0.0.1:4139/callback',
  'https://127。0。0。1:4139/callback',
  'https://10.0.0.1/callback',
  'https://172.16.0.1/callback',
  'https://192.168.1.1/callback',
  'https://100.64.0.1/callback',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00:ec2::254]/latest/meta-data/',
  'https://metadata.google.internal/',
  'https://localhost.localdomain/callback',
  'https://partner.local/callback',
]

describe(`${forms.length} hostile addresses`, () => {
  test('are at least 60 different ones', () => {
    expect(new Set(forms).size).toBe(forms.length)
    expect(forms.length).toBeGreaterThanOrEqual(60)
  })

  test.each(forms)('cannot be a callback: %j', async (form) => {
    const callback_url = atCanary(form)
    const expected = URL.canParse(callback_url) ? 'CALLBACK_NOT_ALLOWED' : 'INVALID_INPUT'
    expect(refusalOf(await open({ callback_url }))).toEqual([400, expected])
  })

  test.each(forms)('cannot be a redirect: %j', async (form) => {
    expect(refusalOf(await open({ redirect_url: atCanary(form) }))).toEqual([400, 'REDIRECT_NOT_ALLOWED'])
  })

  test('rejects a lone surrogate in each address', async () => {
    const loneSurrogate = 'https://partner.example.com/\ud800'
    expect(refusalOf(await open({ callback_url: loneSurrogate }))).toEqual([400, 'CALLBACK_NOT_ALLOWED'])
    expect(refusalOf(await open({ redirect_url: loneSurrogate }))).toEqual([400, 'REDIRECT_NOT_ALLOWED'])
  })

  test('connects to none of them and stores nothing', async () => {
    expect(connections).toBe(0)
    expect(await kyc.app.sql('SELECT 1 FROM kyc_session')).toEqual([])
  })
})

test.each([
  'https://partner.example.com',
  'https://partner.example.com/',
  'https://partner.example.com?x=1',
  'https://partner.example.com/a/../b?next=https://evil.example/#part',
  'https://partner.example.com/@evil.example',
  'https://partner.example.com//evil.example',
  'https://partner.example.com/%5cevil.example',
  'https://partner.example.com/戻り',
])('an address below the origin is accepted as callback and redirect: %j', async (address) => {
  expect((await open({ callback_url: address, redirect_url: address })).status).toBe(201)
})
