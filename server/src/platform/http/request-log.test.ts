import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '../../testing/app/test-server.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { createLog } from '../log.ts'

const lines: string[] = []
const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) })
const server = useStarted(() => startTestServer({ log }))

describe('the log', () => {
  it('contains the route pattern, status and id of requests, and no value of them', async () => {
    lines.length = 0
    const headers = { authorization: 'Bearer canary', 'user-agent': 'canary' }
    await server.call('/api/things/canary?search=canary', { headers })
    await server.call('/api/fail/value', { headers })
    const response = await server.call('/api/fail/plain?token=canary', { headers })
    const { requestId } = (await response.json()) as { requestId: string }
    await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(3)
    const all = lines.join('')
    expect(all).not.toContain('canary')
    expect(all).toContain('"route":"/api/things/:id"')
    const failed = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line))
    expect(failed).toMatchObject([
      { msg: 'request failed', code: 'INTERNAL', err: { message: 'secret text of an exception' } },
      { msg: 'request', status: 500 },
    ])
  })

  it('omits the query of /kyc/register (D19, D33)', async () => {
    lines.length = 0
    const query = 'user_id=canary&api_key=canary-key-1&callback_url=https%3A%2F%2Fcanary.example%2F'
    for (const path of ['/kyc/register', '/kyc/register/', '/KYC/register', '/api/kyc/register']) {
      await server.call(`${path}?${query}`)
    }
    await expect.poll(() => lines.filter((line) => line.includes('"msg":"request"')).length).toBe(4)
    expect(lines.join('')).not.toContain('canary')
  })

  it('warns once about a proxy that TRUST_PROXY does not contain', async () => {
    const own: string[] = []
    const fresh = await startTestServer({
      log: createLog({ logLevel: 'warn' }, { write: (line) => own.push(line) }),
    })
    await fresh.call('/api/things')
    for (const address of ['192.0.2.1', '192.0.2.2']) {
      await fresh.call('/api/things', { headers: { 'x-forwarded-for': address } })
    }
    expect(own.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1)
    expect(own.join('')).not.toContain('192.0.2')
    await fresh.app.close()
  })

  it('contains one line for all connections above the limit of an address', async () => {
    const own: string[] = []
    const log = createLog({ logLevel: 'warn' }, { write: (line) => own.push(line) })
    const small = await startTestServer({ log, socketsPerAddress: 2 })
    const sockets = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const socket = connect(small.port, '127.0.0.1').on('error', () => undefined)
        await once(socket, 'connect')
        return socket
      }),
    )
    await expect.poll(() => own.filter((line) => line.includes('connections dropped')).length).toBe(1)
    for (const socket of sockets) socket.destroy()
    await small.app.close()
  })

  it('marks refused attempts for the security log', async () => {
    lines.length = 0
    await server.call('/api/things/1', { method: 'DELETE' })
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ security: true, code: 'FORBIDDEN', userId: 'user', ip: '127.0.0.1' }),
    )
  })
})
