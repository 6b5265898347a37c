import { z } from 'zod'
import { roles } from './accounts.ts'
import { auditActionFilters, auditActions, auditResourceTypes } from './audit-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { day, emptyIsAbsent, id, instant, paging, text } from './fields.ts'
import { limits } from './limits.ts'
import { exportProblems, inOrganisation, organisationProblems } from './record-fields.ts'

/** One entry as shown to the reader (spec §3, D3): users see other accounts as 管理者, without address. */
export const auditEntrySchema = z.strictObject({
  id,
  createdAt: instant,
  userId: id.nullable(),
  user: z.strictObject({ name: z.string(), role: z.enum(roles).nullable() }).nullable(),
  action: z.enum(auditActions),
  resourceType: z.enum(auditResourceTypes),
  /** For a document: `{performer id}/{slot}`. */
  resourceId: z.string().nullable(),
  /** The name of the performer or account that the entry is about, if the reader may see it. */
  resourceName: z.string().nullable(),
  /** The performer that the entry is about or belongs to, if its page can be opened. */
  performerId: id.nullable(),
  ipAddress: z.string().nullable(),
  /** `before` and `after` contain changed fields; further keys depend on the action. */
  details: z.record(z.string(), z.unknown()),
  /** Details or address are damaged in the database and can't be decrypted (D57). */
  unreadable: z.boolean(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditFilterSchema = z.object({
  startDate: emptyIsAbsent(day('開始日')),
  endDate: emptyIsAbsent(day('終了日')),
  action: emptyIsAbsent(z.enum(auditActionFilters, { error: '操作の指定が正しくありません。' })),
  resourceType: emptyIsAbsent(z.enum(auditResourceTypes, { error: '対象の指定が正しくありません。' })),
  resourceId: emptyIsAbsent(text('対象ID', limits.idChars)),
  userId: emptyIsAbsent(text('ユーザーID', limits.idChars)),
})
export type AuditFilter = z.infer<typeof auditFilterSchema>

export const listAuditLogs = endpoint({
  name: 'audit.list',
  method: 'GET',
  path: '/audit-logs',
  summary: 'Entries in the scope of the caller, newest first (D3)',
  who: 'user',
  query: auditFilterSchema.extend({ ...inOrganisation, ...paging }),
  reply: { kind: 'json', status: 200, schema: z.array(auditEntrySchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const exportAuditLogs = endpoint({
  name: 'audit.export',
  method: 'GET',
  path: '/audit-logs/export',
  summary: 'The entries in the scope of the caller as .xlsx (spec §7, D41); writes an export entry',
  who: 'user',
  stepUp: true,
  // Spec §7 names four filters; the page has six, and the file must contain the same entries as the page.
  // `proof` adds the proof file: the reply is a .zip of both.
  query: auditFilterSchema.extend({
    ...inOrganisation,
    proof: emptyIsAbsent(z.literal('true', { error: 'proof は true です。' })),
  }),
  reply: { kind: 'file', status: 200 },
  problems: [...exportProblems, 'TEMPORARILY_UNAVAILABLE'],
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})
