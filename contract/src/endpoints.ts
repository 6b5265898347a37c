import * as accounts from './accounts.ts'
import * as analytics from './analytics.ts'
import * as audit from './audit.ts'
import * as dashboard from './dashboard.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as performers from './performers.ts'
import * as system from './system.ts'

/** Every endpoint of the product: the server binds each, OpenAPI and the authorisation matrix walk them. */
export const endpoints: readonly Endpoint[] = [
  system.getConfig,
  system.healthLive,
  system.healthReady,
  accounts.sessionInit,
  accounts.sessionRefresh,
  accounts.csrfToken,
  accounts.login,
  accounts.logout,
  accounts.refresh,
  accounts.me,
  dashboard.dashboardStats,
  dashboard.dashboardCharts,
  performers.listPerformers,
  performers.countPerformers,
  performers.getPerformer,
  performers.createPerformer,
  performers.updatePerformer,
  performers.deletePerformer,
  performers.performerHistory,
  documents.listDocuments,
  documents.listDocumentMetadata,
  documents.listDocumentVersions,
  documents.openDocument,
  documents.replaceDocument,
  documents.verifyDocument,
  documents.rejectDocument,
  audit.listAuditLogs,
  analytics.recordAnalyticsEvents,
  analytics.analyticsFunnel,
]
