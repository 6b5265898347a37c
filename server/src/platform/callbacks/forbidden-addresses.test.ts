import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from './callback-target.ts'
import { dial } from './open-connection.ts'
import { postCallback } from './post-callback.ts'

const innerAddresses = words(`
  127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.1 100.64.0.1 100.100.100.200 169.254.169.254 168.63.129.16
  172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1 198.51.100.1 203.0.113.1
  224.0.0.1 240.0.0.1 255.255.255.255
  :: ::1 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::808:808
  64:ff9b:1::7f00:1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1:: 2002:808:808::
  3fff::1 4000::1 5f00::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1 ff0e::1`)

/** Notations of internal addresses that URL parsers are known to misread. */
const forbidden = [
  ...innerAddresses.map((address) => `https://${address.includes(':') ? `[${address}]` : address}/`),
  ...innerAddresses.filter((address) => !address.includes(':')).flatMap(otherNotations),
  ...words(`
    https://localhost/ https://LOCALHOST/ https://localhost./ https://app.localhost/
    https://2130706433/ https://0x7f000001/ https://017700000001/ https://0x7f.0.0.1/ https://0177.0.0.1/
    https://127.1/ https://127.0.1/ https://127.0.0.1./ https://0/ https://0x7f.1/ https://00000177.1/
    https://2852039166/ https://0xa9fea9fe/ https://0251.0376.0251.0376/ https://%31%32%37.0.0.1/
    https://127.0.0%2e1/ https://１２７.０.０.１/ https://127。0。0。1/ https://①②⑦.⓪.⓪.①/
    https://ｌｏｃａｌｈｏｓｔ/ https:127.0.0.1/
    https://[0:0:0:0:0:0:0:1]/ https://[0000::0001]/ https://[::ffff:7f00:1]/ https://[::7f00:1]/
    https://[::ffff:127.1]/ https://[fe80::1%25lo]/ https://[fe80::1%lo]/ https://[::1]:443/
    https://127.0.0.1#@partner.example/ https://partner.example@127.0.0.1/
    https://user:secret@partner.example/
    https://inner.example/ https://inner-six.example/ https://mapped.example/ https://mixed.example/
    https://metadata.example/ https://INNER.example./
    http://partner.example/ http://localhost/ http://127.0.0.1/ http://[::1]/
    https://partner.example:8443/ https://partner.example:80/ https://partner.example:22/
    ftp://partner.example/ ws://127.0.0.1/ wss://partner.example/ file:///etc/passwd
    gopher://127.0.0.1/ unix:/run/docker.sock data:text/plain,x javascript:alert(1) blob:x
    //127.0.0.1/ /inside 127.0.0.1 https:// https://[::1 https://127.0.0.1:99999/`),
  'https://127.0.0\t.1/',
  ' https://127.0.0.1/',
  'https:\\\\127.0.0.1\\',
  'https://127.0.0.1\\@partner.example/',
  '',
]

/** An IPv4 address as one number, in octal, with only its last three bytes as one number, and within IPv6. */
function otherNotations(address: string): string[] {
  const bytes = address.split('.').map(Number)
  const [first = 0, ...rest] = bytes
  const numberOf = (list: readonly number[]) => list.reduce((sum, byte) => sum * 256 + byte, 0)
  const octal = bytes.map((byte) => `0${byte.toString(8)}`).join('.')
  const hosts = [numberOf(bytes), `0x${numberOf(bytes).toString(16)}`, octal, `${first}.${numberOf(rest)}`]
  return [...hosts, `[::ffff:${address}]`].map((host) => `https://${host}/`)
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

const names: Readonly<Record<string, readonly string[]>> = {
  'partner.example': ['93.184.215.14'],
  'inner.example': ['127.0.0.1'],
  'inner.example.': ['127.0.0.1'],
  'inner-six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'metadata.example': ['169.254.169.254'],
}

/** Listens on every address of this machine, on one port. */
const canary: Server[] = []
let port: number
let hits = 0

beforeAll(async () => {
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  const hosts = own.filter(({ scopeid }) => !scopeid).map(({ address }) => address)
  for (const host of new Set(['127.0.0.1', ...hosts])) {
    const server = createServer((socket) => {
      hits++
      socket.on('error', () => undefined).destroy()
    })
    canary.push(server.listen(port ?? 0, host))
    await once(server, 'listening')
    port ??= (server.address() as AddressInfo).port // it listens on a TCP port
  }
  forbidden.push(...hosts.map((host) => `https://${host.includes(':') ? `[${host}]` : host}/`))
})
beforeEach(() => {
  hits = 0
})
afterAll(() => {
  for (const server of canary) server.close()
})

/** Every connection goes to the canary's port, so that only the address check prevents a hit. */
function post(url: string, localAddresses: string[] = []) {
  const rules = { localAddresses, ca: null, plainLoopback: false }
  const resolve = async (host: string) => [...(names[host] ?? [host])]
  const toCanary: typeof dial = (address) => dial(address, port)
  return postCallback({ url, body: '{}', headers: {} }, { rules, resolve, dial: toCanary })
}

test('a callback to any of more than two hundred notations of internal addresses is refused without a connection', async () => {
  expect(new Set(forbidden).size).toBeGreaterThan(200)
  for (const url of forbidden) {
    expect(await post(url), url).toEqual({ status: null, failure: 'refused_address', answer: null })
  }
  expect(hits).toBe(0)
})

test('a callback connects to the canary if a test setting allows its address', async () => {
  expect(await post('https://127.0.0.1/', ['127.0.0.1:443'])).toMatchObject({ failure: 'tls' })
  expect(hits).toBe(1)
})

test('a setting that allows one address allows no other address, port or name', async () => {
  for (const url of [
    'https://127.0.0.1:8443/',
    'https://localhost/',
    'https://127.0.0.2/',
    'http://127.0.0.1/',
  ]) {
    expect(await post(url, ['127.0.0.1:443']), url).toMatchObject({ failure: 'refused_address' })
  }
  expect(hits).toBe(0)
})

test('plain HTTP is allowed to this machine only, and only for test partners', async () => {
  const rules = { localAddresses: [], ca: null, plainLoopback: true }
  const send = (url: string) => postCallback({ url, body: '{}', headers: {} }, { rules })
  expect(await send(`http://localhost:${port}/`)).toMatchObject({ failure: 'unreachable' })
  expect(hits).toBe(1)
  for (const url of [
    'http://192.168.0.1/',
    'http://partner.example/',
    'http://0.0.0.0/',
    'http://[::ffff:7f00:1]/',
  ]) {
    expect(await send(url), url).toMatchObject({ failure: 'refused_address' })
  }
})

test.each(['8.8.8.8', '1.1.1.1', '93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ...innerAddresses,
  '',
  'localhost',
  '127.1',
  '2130706433',
  '8.8.8.8 ',
  '2606:4700::1%eth0',
  '::1]',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))
