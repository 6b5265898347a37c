/** Actions and resource types of the audit log: those of spec §4, and those added by D40. */
export const auditActions = [
  'create',
  'read',
  'update',
  'delete',
  'verify',
  'download',
  'reject',
  'login',
  'logout',
  'login_failed',
  'export',
  'share',
  'seal',
  'shred',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What the log can be filtered by: an action, or all by which an account sees or takes data. */
export const auditActionFilters = [...auditActions, 'views'] as const
export type AuditActionFilter = (typeof auditActionFilters)[number]

export const auditResourceTypes = [
  'performer',
  'document',
  'video',
  'user',
  'partner',
  'audit_log',
  // Added: D38 requires an entry for every write, inquiries (D43) included.
  'inquiry',
  // Added: members, settings and state of organisations (D67).
  'organisation',
  // Added: master and data keys (D57).
  'key',
  // Added: requests of data subjects (D77).
  'subject_request',
  // Added: requests to take a title down (D108).
  'takedown',
  // Added: packs of evidence (D109).
  'pack',
  // Added: titles of other organisations (D113), as their recipients log them.
  'shared_video',
] as const
export type AuditResourceType = (typeof auditResourceTypes)[number]
