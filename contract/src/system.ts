import { z } from 'zod'
import { roles } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** The environment settings of spec §3, and other settings that the browser needs at its start (D46). */
const configSchema = z.strictObject({
  apiBase: z.string(),
  websocketPath: z.string(),
  mockApi: z.boolean(),
  environment: z.string(),
  secureCookies: z.boolean(),
  requireHttps: z.boolean(),
  analytics: z.boolean(),
  emulator: z.boolean(),
  build: z.strictObject({ version: z.string(), date: z.string() }),
  demo: z.boolean(),
  /** Empty outside demo mode. */
  demoAccounts: z.array(
    z.strictObject({
      email: z.string(),
      password: z.string(),
      name: z.string(),
      role: z.enum(roles),
      /** Distinguishes accounts of one role. */
      label: z.string(),
    }),
  ),
  firebase: z.strictObject({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() }).nullable(),
})
export type ClientConfig = z.infer<typeof configSchema>

export const getConfig = endpoint({
  name: 'system.config',
  method: 'GET',
  path: '/config',
  summary: 'Settings that the browser needs',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: configSchema },
  problems: [],
})

const liveSchema = z.strictObject({ status: z.literal('ok'), version: z.string(), date: z.string() })

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
  /** The items that this process could not decrypt since its start (D57). It still serves. */
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
    'Readiness: 503 without the database, or while the process is stopping. It is degraded with 200 and names the part while another one fails: the storage, the room for uploads, the virus scanner or the audit log; counts of damaged content don’t change the status',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: readySchema },
  problems: ['TEMPORARILY_UNAVAILABLE'],
})
