import { endpoint } from '@kyc/contract/endpoint.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { sendReply } from './send-reply.ts'

const record = z.strictObject({ state: z.enum(['open', 'closed']).nullable(), count: z.number() })
const listRecords = endpoint({
  name: 'test.list',
  method: 'GET',
  path: '/records',
  summary: 'Records',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: z.array(record) },
  problems: [],
})

async function replyTo(body: unknown) {
  const app = Fastify()
  app.get('/', (request, reply) => sendReply(request, reply, listRecords, { body } as never, false))
  const reply = await app.inject('/')
  return [reply.statusCode, reply.statusCode === 200 ? reply.json() : null]
}

test('words of a vocabulary that this release does not have are sent as they are', async () => {
  const body = [
    { state: 'withdrawn', count: 1 },
    { state: null, count: 2 },
    { state: 'ended', count: 3 },
  ]
  expect(await replyTo(body)).toEqual([200, body])
})

test.each([
  ['a field that is not declared', { state: 'withdrawn', count: 1, secret: 'x' }],
  ['a word that is no text', { state: 5, count: 1 }],
  ['another field of a wrong kind', { state: 'withdrawn', count: '1' }],
])('a reply with %s is refused', async (_, row) => {
  expect(await replyTo([row])).toEqual([500, null])
})
