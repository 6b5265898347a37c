import {
  exportAuditLogs as exportAuditLogsEndpoint,
  listAuditLogs as listAuditLogsEndpoint,
} from '@kyc/contract/audit.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { type AuditExporting, exportAuditLogs } from './export/export-audit-logs.ts'
import { type AuditReading, listAuditLogs } from './list-audit-logs.ts'

export function auditRoutes(services: AuditReading & AuditExporting): Binding[] {
  return [
    bind(listAuditLogsEndpoint, async ({ actor, query }) => {
      const { entries, ...page } = await listAuditLogs(services, actor, query)
      return { body: entries, page }
    }),
    bind(exportAuditLogsEndpoint, ({ actor, query, request }) =>
      exportAuditLogs(services, actor, query, request),
    ),
  ]
}
