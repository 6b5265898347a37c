import { expect, it } from 'vitest'
import { startTestServer } from '../../../testing/app/test-server.ts'
import { useStarted } from '../../../testing/app/use-started.ts'

const server = useStarted(startTestServer)

it('/.well-known/security.txt names the contact form and expires within a year (RFC 9116)', async () => {
  const reply = await server.call('/.well-known/security.txt', { role: '' })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = (await reply.text()).trimEnd().split('\n')
  const fields = new Map(lines.map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]))
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Contact')).toBe('http://localhost:0/contact')
  expect(fields.get('Canonical')).toBe('http://localhost:0/.well-known/security.txt')
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})
