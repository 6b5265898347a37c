import {
  exportAuditLogs as exportAuditLogsEndpoint,
  listAuditLogs as listAuditLogsEndpoint,
} from '@kyc/contract/audit.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import { exportScope, scopeOf } from '../access/scope.ts'
import { type AuditExporting, exportAuditLogs } from './export/export-audit-logs.ts'
import { type AuditReading, listAuditLogs } from './list-audit-logs.ts'

export function auditRoutes(services: AuditReading & AuditExporting): Binding[] {
  return [
    bind(listAuditLogsEndpoint, async ({ actor, query: { organisation, ...query } }) => {
      const reader = { ...actor, scope: await scopeOf(services.db, actor, organisation) }
      const { entries, ...page } = await listAuditLogs(services, reader, query)
      return { body: entries, page }
    }),
    bind(exportAuditLogsEndpoint, async ({ actor, query: { organisation, ...filter }, request }) => {
      const scope = await exportScope(services.db, actor, organisation)
      return exportAuditLogs(services, { ...actor, scope }, filter, request)
    }),
  ]
}
