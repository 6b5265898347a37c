import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type PartnerDouble, startPartner } from '../../testing/doubles/partner-double.ts'
import type { CallbackOutcome } from './callback-outcome.ts'
import { dial } from './open-connection.ts'
import { type CallbackOptions, postCallback } from './post-callback.ts'

let partner: PartnerDouble
const servers: Server[] = []

beforeAll(async () => {
  partner = await startPartner()
})
beforeEach(() => partner.reset())
afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) server.close()
})
afterAll(() => partner.close())

const body = JSON.stringify({ user_id: 'u1', name: '試験' })

function post(url: string, options: Partial<CallbackOptions> = {}): Promise<CallbackOutcome> {
  const rules = { localAddresses: [partner.address], ca: partner.ca, plainLoopback: false }
  return postCallback({ url, body, headers: { 'webhook-id': 'd1' } }, { rules, ...options })
}

/** A server on this machine that is no partner's, and how often somebody came. */
async function listen(onConnection?: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection?.(socket)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return `localhost:${(server.address() as AddressInfo).port}`
}

test('a callback arrives as it was given, once, and the answer comes back', async () => {
  partner.behave((response) => response.writeHead(201).end('受け取りました\u0000'))
  expect(await post(`${partner.origin}/kyc/done?shop=1`)).toEqual({
    status: 201,
    failure: null,
    answer: '受け取りました',
  })
  expect(partner.received).toMatchObject([
    {
      method: 'POST',
      path: '/kyc/done?shop=1',
      body,
      headers: { host: partner.address, 'content-type': 'application/json', 'webhook-id': 'd1' },
    },
  ])
})

test('nothing of ours goes along: no cookie, no credentials, no proxy from the environment', async () => {
  const connections: string[] = []
  const proxy = await listen(() => connections.push('proxy'))
  vi.stubEnv('HTTPS_PROXY', `http://${proxy}`)
  vi.stubEnv('https_proxy', `http://${proxy}`)
  partner.behave((response) => response.setHeader('set-cookie', 'a=b').end())
  await post(`${partner.origin}/`)
  await post(`${partner.origin}/#fragment`)
  expect(connections).toEqual([])
  expect(Object.keys(partner.received[1]?.headers ?? {}).sort()).toEqual(
    ['accept', 'connection', 'content-length', 'content-type', 'host', 'user-agent', 'webhook-id'].sort(),
  )
  expect(partner.received[1]?.path).toBe('/')
})

test.each([
  [500, 'status'],
  [404, 'status'],
  [410, 'status'],
  [304, 'redirect'],
])('an answer of %i is a failure: %s', async (status, failure) => {
  partner.behave((response) => response.writeHead(status).end())
  expect(await post(`${partner.origin}/`)).toMatchObject({ status, failure })
})

test('a redirect is not followed, wherever it leads', async () => {
  for (const location of [`${partner.origin}/elsewhere`, 'http://169.254.169.254/latest/meta-data', '//x']) {
    partner.behave((response) => response.writeHead(307, { location }).end('gone there'))
    expect(await post(`${partner.origin}/first`)).toEqual({
      status: 307,
      failure: 'redirect',
      answer: 'gone there',
    })
  }
  expect(partner.received.map(({ path }) => path)).toEqual(['/first', '/first', '/first'])
})

test('a server that never answers, or lets its answer drip, is left when the time is over', async () => {
  partner.behave(() => undefined)
  expect(await post(`${partner.origin}/`, { timeout: 200 })).toEqual({
    status: null,
    failure: 'timeout',
    answer: null,
  })
  partner.behave((response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  })
  expect(await post(`${partner.origin}/`, { timeout: 200 })).toMatchObject({
    status: 200,
    failure: 'timeout',
  })
})

test('so is one that takes the connection and says nothing, or lets its headers drip', async () => {
  const silent = await listen()
  const dripping = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ')
    const drip = setInterval(() => socket.write('y'), 20)
    socket.on('close', () => clearInterval(drip))
  })
  const rules = { localAddresses: [silent], ca: null, plainLoopback: true }
  expect(await post(`https://${silent}/`, { rules, timeout: 200 })).toMatchObject({ failure: 'timeout' })
  expect(await post(`http://${dripping}/`, { rules, timeout: 200 })).toMatchObject({ failure: 'timeout' })
})

test('so is a resolver that does not answer', async () => {
  const resolve = () => new Promise<string[]>(() => undefined)
  expect(await post('https://example.com/', { resolve, timeout: 100 })).toMatchObject({ failure: 'timeout' })
})

test('of an answer of 1 GB hardly more than 64 KiB are taken', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x')
  let written = 0
  const left = Promise.withResolvers<void>()
  partner.behave((response) => {
    const write = () => {
      while (written < 1024 && !response.destroyed && response.write(chunk)) written++
      written++
    }
    response.on('drain', write).on('close', left.resolve)
    write()
  })
  const outcome = await post(`${partner.origin}/`)
  await left.promise
  expect(outcome).toMatchObject({ status: 200, failure: 'answer_too_large' })
  expect(outcome.answer).toHaveLength(2000)
  expect(written).toBeLessThan(64)
})

test('headers without end are too large as well, and lead to no success', async () => {
  const endless = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    socket.write(`x: ${'y'.repeat(200_000)}\r\n`)
  })
  const rules = { localAddresses: [], ca: null, plainLoopback: true }
  const outcome = await post(`http://${endless}/`, { rules, timeout: 2000 })
  expect(outcome).toMatchObject({ status: null, failure: 'answer_too_large' })
})

test('an answer that breaks off is a failure, though it began well', async () => {
  partner.behave((response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half')
    setImmediate(() => response.destroy())
  })
  expect(await post(`${partner.origin}/`)).toEqual({ status: 200, failure: 'unreachable', answer: 'half' })
  partner.behave((response) => response.socket?.destroy())
  expect(await post(`${partner.origin}/`)).toMatchObject({ status: null, failure: 'unreachable' })
})

test('what is no HTTP, or asks to speak something else, is a failure', async () => {
  const answers = [
    'SSH-2.0-OpenSSH_9.0\r\n',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ]
  for (const answer of answers) {
    const odd = await listen((socket) => socket.write(answer))
    const rules = { localAddresses: [], ca: null, plainLoopback: true }
    expect(await post(`http://${odd}/`, { rules, timeout: 2000 })).toMatchObject({
      status: null,
      failure: 'unreachable',
    })
  }
})

test('where nobody listens, the partner is unreachable', async () => {
  const rules = { localAddresses: ['localhost:1'], ca: null, plainLoopback: false }
  expect(await post('https://localhost:1/', { rules })).toMatchObject({ failure: 'unreachable' })
})

test('a certificate must be for the name that was called, and signed by somebody who is believed', async () => {
  const other = await startPartner({ name: 'somebody-else.example' })
  const plain = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  // The well-known switch that turns the check off turns nothing off here.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  try {
    const cases = [
      { url: `${other.origin}/`, ca: other.ca },
      { url: `${partner.origin}/`, ca: other.ca },
      { url: `${partner.origin}/`, ca: null },
      { url: `https://127.0.0.1:${new URL(partner.origin).port}/`, ca: partner.ca },
      { url: `https://${plain}/`, ca: partner.ca },
    ]
    for (const { url, ca } of cases) {
      const rules = { localAddresses: [new URL(url).host], ca, plainLoopback: false }
      expect(await post(url, { rules }), url).toEqual({ status: null, failure: 'tls', answer: null })
    }
    expect([other.received, partner.received]).toEqual([[], []])
  } finally {
    await other.close()
  }
})

test('a stop gives up at once, with no outcome', async () => {
  partner.behave(() => undefined)
  const stop = new AbortController()
  const sent = post(`${partner.origin}/`, { signal: stop.signal })
  await vi.waitUntil(() => partner.received.length === 1)
  stop.abort(new Error('stopping'))
  await expect(sent).rejects.toThrow('stopping')
})

test('the connection goes to the addresses that were checked, whatever the name says afterwards', async () => {
  const { port } = new URL(partner.origin)
  const asked: string[] = []
  const dialled: string[] = []
  const before = partner.connections()
  // Public at the first question, this machine at every other.
  const resolve = async (host: string) => {
    asked.push(host)
    return asked.length === 1 ? ['93.184.215.14', '93.184.215.15'] : ['127.0.0.1']
  }
  const dialling: typeof dial = (address) => {
    dialled.push(address)
    return dial('127.0.0.1', 1) // a public host that is away
  }
  const outcome = await post('https://rebinding.example/', { resolve, dial: dialling })
  expect(outcome).toMatchObject({ failure: 'unreachable' })
  expect([asked, dialled]).toEqual([['rebinding.example'], ['93.184.215.14', '93.184.215.15']])
  // The next attempt asks anew and goes nowhere.
  expect(await post('https://rebinding.example/', { resolve, dial: dialling })).toMatchObject({
    failure: 'refused_address',
  })
  expect(dialled).toHaveLength(2)
  expect([partner.connections(), port.length > 0]).toEqual([before, true])
})

test('one address of a name that is not public closes all of them', async () => {
  const dialled: string[] = []
  const dialling: typeof dial = (address, port) => {
    dialled.push(address)
    return dial(address, port)
  }
  for (const inner of [
    '10.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '169.254.169.254',
    'fe80::1%eth0',
    'nonsense',
  ]) {
    const resolve = async () => ['93.184.215.14', inner]
    expect(await post('https://mixed.example/', { resolve, dial: dialling }), inner).toMatchObject({
      failure: 'refused_address',
    })
  }
  expect(dialled).toEqual([])
})

test('a name without addresses is unreachable', async () => {
  const resolve = async () => []
  expect(await post('https://nowhere.example/', { resolve })).toMatchObject({ failure: 'unreachable' })
})
