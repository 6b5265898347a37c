import { day } from '@kyc/contract/durations.ts'
import type { FastifyInstance } from 'fastify'

/** How long a copy of the contact is valid; RFC 9116 recommends less than a year. */
const validFor = 90 * day

/** Serves the contact for reports of vulnerabilities (RFC 9116): the contact form, which reaches the operator. */
export function registerSecurityText(app: FastifyInstance, publicUrl: URL): void {
  const path = '/.well-known/security.txt'
  app.get(path, { config: { policy: 'public' } }, async (_request, reply) => {
    const fields = {
      Contact: new URL('/contact', publicUrl).href,
      Expires: new Date(Date.now() + validFor).toISOString(),
      'Preferred-Languages': 'ja, en',
      Canonical: new URL(path, publicUrl).href,
    }
    const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`)
    return reply.type('text/plain; charset=utf-8').send(lines.join(''))
  })
}
