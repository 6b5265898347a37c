import * as account from './account.ts'
import * as accounts from './accounts.ts'
import * as analytics from './analytics.ts'
import * as audit from './audit.ts'
import * as dashboard from './dashboard.ts'
import * as documents from './documents.ts'
import type { Endpoint } from './endpoint.ts'
import * as performers from './performers.ts'
import * as signIn from './sign-in.ts'
import * as system from './system.ts'
import * as users from './users.ts'

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
  signIn.giveSecondFactor,
  signIn.secondFactorOptions,
  signIn.stepUp,
  account.updateProfile,
  account.changePassword,
  account.accountSecurity,
  account.listOwnSessions,
  account.endOwnSession,
  account.endOtherSessions,
  account.startTotp,
  account.confirmTotp,
  account.removeTotp,
  account.passkeyOptions,
  account.addPasskey,
  account.removePasskey,
  account.renewRecoveryCodes,
  account.stepUpOptions,
  signIn.requestPasswordReset,
  signIn.confirmPasswordReset,
  signIn.inspectInvitation,
  signIn.acceptInvitation,
  users.listUsers,
  users.getUser,
  users.inviteUser,
  users.resendInvitation,
  users.changeRole,
  users.disableUser,
  users.enableUser,
  users.unlockUser,
  users.sendPasswordReset,
  users.resetSecondFactor,
  users.listUserSessions,
  users.endUserSessions,
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
