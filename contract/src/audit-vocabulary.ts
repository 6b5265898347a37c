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

export const auditResourceTypes = [
  'performer',
  'document',
  'video',
  'user',
  'partner',
  'audit_log',
  // Ours: D38 wants an entry of every write, and inquiries (D43) are written too.
  'inquiry',
] as const
export type AuditResourceType = (typeof auditResourceTypes)[number]
