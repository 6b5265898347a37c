import { z } from 'zod'
import { auditEntrySchema } from './audit.ts'
import { logVerificationSchema } from './audit-verification.ts'
import { endpoint } from './endpoint.ts'
import { instant, noBody } from './fields.ts'

/** `incremental` reads what was added since the last verification without faults, `full` the whole log. */
export const verificationKinds = ['incremental', 'full'] as const
export type VerificationKind = (typeof verificationKinds)[number]

const verificationStateSchema = z.strictObject({
  running: z
    .strictObject({
      kind: z.enum(verificationKinds),
      startedAt: instant,
      done: z.int(),
      /** Null until the verification has started to read. */
      total: z.int().nullable(),
    })
    .nullable(),
  /** The last verification that ended with a result; null before the first. */
  last: z
    .strictObject({
      kind: z.enum(verificationKinds),
      report: logVerificationSchema,
      /** The entries that its faults name, as far as they exist. */
      entries: z.array(auditEntrySchema),
    })
    .nullable(),
  /** Whether a verification after `last` ended without a result, because the server stopped or it failed. */
  interrupted: z.boolean(),
  /** The public key of the log in the form of C2SP, with which exports are verified. */
  publicKey: z.string(),
})
export type VerificationState = z.infer<typeof verificationStateSchema>

const stateReply = { kind: 'json', status: 200, schema: verificationStateSchema } as const

export const getVerification = endpoint({
  name: 'logVerification.get',
  method: 'GET',
  path: '/audit-logs/verification',
  summary: 'The running and the last verification of the whole audit log (D39)',
  who: 'admin',
  // The page polls this call, which must not extend the idle time of the session.
  keepsIdleTime: true,
  reply: stateReply,
  problems: [],
})

export const startVerification = endpoint({
  name: 'logVerification.start',
  method: 'POST',
  path: '/audit-logs/verification',
  summary: 'Start a full verification of the audit log, unless one is running',
  who: 'admin',
  ...noBody,
  reply: stateReply,
  problems: ['CSRF_INVALID'],
  unaudited:
    'Reads the log, which creates no entry (D38), and replaces the result of the hourly verification.',
})
