import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useStarted } from '../../testing/app/use-started.ts'
import { startPartner } from '../../testing/doubles/partner-double.ts'
import type { CallbackOutcome } from './callback-outcome.ts'
import { dial } from './open-connection.ts'
import { type CallbackOptions, postCallback } from './post-callback.ts'

const partner = useStarted(startPartner)
const servers: Server[] = []

beforeEach(() => partner.reset())
afterEach(() => {
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) server.close()
})

const body = JSON.stringify({ user_id: 'u1', name: '試験' })

function post(url: string, options: Partial<CallbackOptions> = {}): Promise<CallbackOutcome> {
  const rules = { localAddresses: [partner.address], ca: partner.ca, plainLoopback: false }
  return postCallback({ url, body, headers: { 'webhook-id': 'd1' } }, { rules, ...options })
}

/** Starts a TCP server that is not the partner's, and returns its address. */
async function listen(onConnection?: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    onConnection?.(socket)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return `localhost:${(server.address() as AddressInfo).port}`
}

test('delivers a callback unchanged, once, and returns the response', async () => {
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

test('sends no cookies or credentials, and uses no proxy from the environment', async () => {
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
])('a response of %i is a failure: %s', async (status, failure) => {
  partner.behave((response) => response.writeHead(status).end())
  expect(await post(`${partner.origin}/`)).toMatchObject({ status, failure })
})

test('follows no redirect', async () => {
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

test('times out on a server that sends no response or a slow body', { tags: 'long' }, async () => {
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
  // Long enough for the status to arrive on a busy machine.
  expect(await post(`${partner.origin}/`, { timeout: 2000 })).toMatchObject({
    status: 200,
    failure: 'timeout',
  })
})

test('times out on a server that sends nothing after connecting, or slow headers', async () => {
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

test('times out on a resolver that does not respond', async () => {
  const resolve = () => new Promise<string[]>(() => undefined)
  expect(await post('https://example.com/', { resolve, timeout: 100 })).toMatchObject({ failure: 'timeout' })
})

test('reads little more than 64 KiB of a response of 1 GB', async () => {
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

test('endless headers fail as too large', async () => {
  const endless = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    socket.write(`x: ${'y'.repeat(200_000)}\r\n`)
  })
  const rules = { localAddresses: [], ca: null, plainLoopback: true }
  const outcome = await post(`http://${endless}/`, { rules, timeout: 2000 })
  expect(outcome).toMatchObject({ status: null, failure: 'answer_too_large' })
})

test('a truncated response is a failure, even with status 200', async () => {
  partner.behave((response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('half')
    setImmediate(() => response.destroy())
  })
  expect(await post(`${partner.origin}/`)).toEqual({ status: 200, failure: 'unreachable', answer: 'half' })
  partner.behave((response) => response.socket?.destroy())
  expect(await post(`${partner.origin}/`)).toMatchObject({ status: null, failure: 'unreachable' })
})

test('a response that is not HTTP, or switches protocols, is a failure', async () => {
  const replies = [
    'SSH-2.0-OpenSSH_9.0\r\n',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ]
  for (const reply of replies) {
    const odd = await listen((socket) => socket.write(reply))
    const rules = { localAddresses: [], ca: null, plainLoopback: true }
    expect(await post(`http://${odd}/`, { rules, timeout: 2000 })).toMatchObject({
      status: null,
      failure: 'unreachable',
    })
  }
})

test('a refused connection is unreachable', async () => {
  const rules = { localAddresses: ['localhost:1'], ca: null, plainLoopback: false }
  expect(await post('https://localhost:1/', { rules })).toMatchObject({ failure: 'unreachable' })
})

test('requires a certificate for the host, signed by a trusted authority', async () => {
  const other = await startPartner({ name: 'other.example' })
  const plain = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'))
  // This variable, which turns certificate checks off in Node.js, must have no effect.
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

test('aborts at once on the stop signal, without an outcome', async () => {
  partner.behave(() => undefined)
  const stop = new AbortController()
  const sent = post(`${partner.origin}/`, { signal: stop.signal })
  await vi.waitUntil(() => partner.received.length === 1)
  stop.abort(new Error('stopping'))
  await expect(sent).rejects.toThrow('stopping')
})

test('connects only to the checked addresses, even if the name resolves differently afterwards', async () => {
  const { port } = new URL(partner.origin)
  const resolved: string[] = []
  const dialled: string[] = []
  const before = partner.connections()
  // A public address at first, this machine from then on.
  const resolve = async (host: string) => {
    resolved.push(host)
    return resolved.length === 1 ? ['93.184.215.14', '93.184.215.15'] : ['127.0.0.1']
  }
  const dialling: typeof dial = (address) => {
    dialled.push(address)
    return dial('127.0.0.1', 1) // an unreachable public host
  }
  const outcome = await post('https://rebinding.example/', { resolve, dial: dialling })
  expect(outcome).toMatchObject({ failure: 'unreachable' })
  expect([resolved, dialled]).toEqual([['rebinding.example'], ['93.184.215.14', '93.184.215.15']])
  // The next attempt resolves the name again and does not connect.
  expect(await post('https://rebinding.example/', { resolve, dial: dialling })).toMatchObject({
    failure: 'refused_address',
  })
  expect(dialled).toHaveLength(2)
  expect([partner.connections(), port.length > 0]).toEqual([before, true])
})

test('refuses a name if any of its addresses is not public', async () => {
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
