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
      /** The label of the button that signs in to this account with one click; null if there is no button. */
      door: z.string().nullable(),
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
