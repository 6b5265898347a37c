import { z } from 'zod'
import { roles } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** The environment settings of spec §3 and what the browser needs to start (D46). */
export const configSchema = z.strictObject({
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
  /** Filled in demo mode only. */
  demoAccounts: z.array(
    z.strictObject({ email: z.string(), password: z.string(), name: z.string(), role: z.enum(roles) }),
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
  summary: 'The process answers',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: liveSchema },
  problems: [],
})

/** Stored content that can be damaged one by one: entries of the log, files, mails, results for partners, keys. */
export const unreadableKinds = ['entries', 'files', 'mails', 'deliveries', 'secrets'] as const
export type UnreadableKind = (typeof unreadableKinds)[number]

export const readySchema = z.strictObject({
  status: z.enum(['ready', 'degraded']),
  parts: z.record(z.string(), z.enum(['ok', 'failing'])),
  /** What this process could not open since its start (D57): a reason to look, none to stop serving. */
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
    'Database and storage answer; 503 names the failing part. Damaged content is counted, with status 200',
  who: 'anyone',
  reply: { kind: 'json', status: 200, schema: readySchema },
  problems: ['TEMPORARILY_UNAVAILABLE'],
})
