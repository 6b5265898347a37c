import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const liveSchema = z.strictObject({
  status: z.literal('ok'),
  /** The build label of spec §9, which no release changes. */
  version: z.string(),
  date: z.string(),
  /** What runs; `commit` is null if the installation does not contain it. */
  release: z.strictObject({ version: z.string(), commit: z.string().nullable() }),
})

export const healthLive = endpoint({
  name: 'system.live',
  method: 'GET',
  path: '/health/live',
  summary: 'Liveness of the process',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: liveSchema },
  problems: [],
})

/** The kinds of stored content that can be damaged one by one (D57). */
export const unreadableKinds = ['entries', 'files', 'mails', 'deliveries', 'secrets'] as const
export type UnreadableKind = (typeof unreadableKinds)[number]

const readySchema = z.strictObject({
  status: z.enum(['ready', 'degraded', 'stopping']),
  parts: z.record(z.string(), z.enum(['ok', 'failing'])),
  /** The number of items that this process could not decrypt since its start; it serves requests all the same. */
  unreadable: z.strictObject({
    entries: z.int(),
    files: z.int(),
    mails: z.int(),
    deliveries: z.int(),
    secrets: z.int(),
  } satisfies Record<UnreadableKind, z.ZodType>),
})

export const healthReady = endpoint({
  name: 'system.ready',
  method: 'GET',
  path: '/health/ready',
  summary:
    'Readiness: 503 without the database and while stopping; degraded with 200 while another part fails',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: readySchema },
  problems: ['TEMPORARILY_UNAVAILABLE'],
})
