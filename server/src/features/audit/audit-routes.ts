import { listAuditLogs as listAuditLogsEndpoint } from '@kyc/contract/audit.ts'
import { type Binding, bind } from '../../platform/http/binding.ts'
import { type AuditReading, listAuditLogs } from './list-audit-logs.ts'

export function auditRoutes(services: AuditReading): Binding[] {
  return [
    bind(listAuditLogsEndpoint, async ({ actor, query }) => {
      const { entries, ...page } = await listAuditLogs(services, actor, query)
      return { body: entries, page }
    }),
  ]
}
