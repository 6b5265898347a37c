import {
  exportAuditLogs as exportAuditLogsEndpoint,
  listAuditLogs as listAuditLogsEndpoint,
} from '@kyc/contract/audit.ts'
import {
  exportLeak as exportLeakEndpoint,
  getLeak,
  investigateLeak as investigateLeakEndpoint,
  listLeakPerformers as listLeakPerformersEndpoint,
} from '@kyc/contract/leaks.ts'
import { getVerification, startVerification } from '@kyc/contract/log-verifications.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import type { Actor } from '../access/actor.ts'
import { everything, exportScope, scopeOf } from '../access/scope.ts'
import { type AuditExporting, type CountExported, exportAuditLogs } from './export/export-audit-logs.ts'
import { exportLeak } from './leak/export-leak.ts'
import { investigateLeak } from './leak/investigate-leak.ts'
import { getInvestigation } from './leak/leak-investigation.ts'
import { listLeakPerformers, readLeak } from './leak/read-leak.ts'
import { type AuditReading, listAuditLogs } from './list-audit-logs.ts'
import type { LogVerifier } from './verify/log-verifier.ts'
import { type VerificationReading, verificationState } from './verify/verification-state.ts'

type AuditServices = AuditReading &
  AuditExporting &
  VerificationReading & { readonly logVerifier: LogVerifier }

/**
 * Functions that count the performers of a page or file of the log towards the alert on many views, like those of lists
 * and their exports (D120): entries contain what the records do. They are passed in, because the features that count
 * come after this one in the import rule.
 */
interface CountedViews {
  readonly listed: (actor: Actor, page: readonly { readonly id: string }[]) => Promise<void>
  readonly exported: CountExported
}

export function auditRoutes(services: AuditServices, count: CountedViews): Binding[] {
  const investigation = ({ actor, params }: OnRecord) =>
    getInvestigation(services, { ...actor, scope: everything }, params.id)
  return [
    bind(listAuditLogsEndpoint, scopeOf(services.db), async ({ actor, found: scope, query }) => {
      const { entries, ...page } = await listAuditLogs(services, { ...actor, scope }, query)
      await count.listed(
        actor,
        entries.flatMap(({ performerId }) => (performerId === null ? [] : [{ id: performerId }])),
      )
      return { body: entries, page }
    }),
    bind(exportAuditLogsEndpoint, exportScope(services.db), ({ actor, found: scope, query, request }) => {
      const { organisation: _, ...filter } = query
      return exportAuditLogs(services, { ...actor, scope }, filter, request, count.exported)
    }),
    bind(investigateLeakEndpoint, async (call) => ({ body: await investigateLeak(services, call) })),
    bind(getLeak, investigation, async ({ found }) => ({ body: await readLeak(services, found) })),
    bind(listLeakPerformersEndpoint, investigation, async ({ actor, found, query }) => {
      const page = await listLeakPerformers(services, found, query)
      await count.listed(actor, page.body)
      return page
    }),
    bind(exportLeakEndpoint, investigation, ({ actor, found, request }) =>
      exportLeak(services, { actor, investigation: found, request }, count.exported),
    ),
    bind(getVerification, async ({ actor }) => ({
      body: await verificationState(services, { ...actor, scope: everything }),
    })),
    bind(startVerification, async ({ actor }) => {
      await services.logVerifier.start('full')
      return { body: await verificationState(services, { ...actor, scope: everything }) }
    }),
  ]
}
