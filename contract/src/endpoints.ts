import * as account from './account.ts'
import * as accounts from './accounts.ts'
import * as analytics from './analytics.ts'
import * as audit from './audit.ts'
import * as campaigns from './campaigns.ts'
import * as caseDecisions from './case-decisions.ts'
import * as contact from './contact.ts'
import * as dashboard from './dashboard.ts'
import { maskDocument } from './document-masks.ts'
import * as documentOpenings from './document-openings.ts'
import * as documents from './documents.ts'
import * as dueMails from './due-mails.ts'
import type { Endpoint } from './endpoint.ts'
import * as factImports from './fact-imports.ts'
import * as health from './health.ts'
import * as hints from './hints.ts'
import * as kyc from './kyc.ts'
import * as leaks from './leaks.ts'
import * as legalHolds from './legal-holds.ts'
import * as logVerifications from './log-verifications.ts'
import * as organisationCancellation from './organisation-cancellation.ts'
import * as organisationMembers from './organisation-members.ts'
import * as organisations from './organisations.ts'
import * as papers from './papers.ts'
import { partnerPageEndpoints } from './partner-page-endpoints.ts'
import * as performerCheck from './performer-check.ts'
import * as performerDrafts from './performer-drafts.ts'
import * as performerExport from './performer-export.ts'
import * as performerHistory from './performer-history.ts'
import * as performerImports from './performer-imports.ts'
import * as performerLinks from './performer-links.ts'
import * as performers from './performers.ts'
import * as publications from './publications.ts'
import * as readiness from './readiness.ts'
import * as records2257 from './records-2257.ts'
import * as rehearsal from './rehearsal.ts'
import { relianceEndpoints } from './reliances.ts'
import * as review from './review.ts'
import * as savedFilters from './saved-filters.ts'
import * as sealedPerformers from './sealed-performers.ts'
import { shareEndpoints } from './share-endpoints.ts'
import * as signIn from './sign-in.ts'
import { signingEndpoints } from './signing-endpoints.ts'
import * as subjects from './subjects.ts'
import * as system from './system.ts'
import * as takedownEvidence from './takedown-evidence.ts'
import * as takedowns from './takedowns.ts'
import * as titleFacts from './title-facts.ts'
import * as transfers from './transfers.ts'
import * as users from './users.ts'
import * as videos from './videos.ts'
import * as withheldDocuments from './withheld-documents.ts'

/** Every endpoint. The server binds each; OpenAPI and the authorisation matrix are derived from the list. */
export const endpoints: readonly Endpoint[] = [
  system.getConfig,
  health.healthLive,
  health.healthReady,
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
  signIn.firebaseSession,
  signIn.firebaseSso,
  signIn.exchangeSsoCode,
  account.updateProfile,
  account.getRecordMails,
  account.changeRecordMails,
  dueMails.getDueMails,
  dueMails.changeDueMails,
  account.requestEmailVerification,
  account.confirmEmailVerification,
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
  users.confirmSuperadmin,
  users.refuseSuperadmin,
  users.disableUser,
  users.enableUser,
  users.unlockUser,
  users.sendPasswordReset,
  users.resetSecondFactor,
  users.listUserSessions,
  users.endUserSessions,
  organisations.listOwnOrganisations,
  transfers.listTransfers,
  transfers.requestTransfer,
  transfers.confirmTransfer,
  transfers.cancelTransfer,
  organisationMembers.listOwnInvitations,
  organisationMembers.acceptMembership,
  organisationMembers.declineMembership,
  organisationMembers.listOrganisations,
  organisationMembers.getOrganisation,
  organisationMembers.updateOrganisation,
  organisationMembers.inviteMember,
  organisationMembers.revokeMembershipInvitation,
  organisationMembers.changeMemberRole,
  organisationMembers.removeMember,
  organisationMembers.handOverOrganisation,
  organisationMembers.approveOrganisation,
  organisationCancellation.cancelOrganisation,
  organisationCancellation.withdrawCancellation,
  organisationMembers.disableOrganisation,
  organisationMembers.enableOrganisation,
  dashboard.dashboardStats,
  dashboard.dashboardCharts,
  performers.listPerformers,
  performers.countPerformers,
  savedFilters.getSavedFilters,
  savedFilters.saveFilters,
  performerExport.exportPerformers,
  performers.getPerformer,
  performers.createPerformer,
  performerCheck.checkPerformer,
  performerImports.checkImport,
  performerImports.importPerformers,
  performers.updatePerformer,
  performers.deletePerformer,
  performerDrafts.deleteDraft,
  performerHistory.performerHistory,
  hints.listHints,
  legalHolds.listLegalHolds,
  legalHolds.holdPerformer,
  legalHolds.endPerformerHold,
  sealedPerformers.listSealedPerformers,
  sealedPerformers.getSealedPerformer,
  sealedPerformers.giveSealedReason,
  sealedPerformers.openSealedPerformer,
  sealedPerformers.openSealedDocument,
  sealedPerformers.holdSealedPerformer,
  sealedPerformers.endLegalHold,
  sealedPerformers.requestDestruction,
  sealedPerformers.confirmDestruction,
  sealedPerformers.withdrawDestruction,
  sealedPerformers.stopDestruction,
  documents.listDocuments,
  documents.listDocumentMetadata,
  documents.listDocumentVersions,
  documentOpenings.getOpening,
  documentOpenings.giveOpeningReason,
  documents.openDocument,
  documents.replaceDocument,
  maskDocument,
  withheldDocuments.listWithheldDocuments,
  withheldDocuments.undoDestruction,
  documents.verifyDocument,
  documents.rejectDocument,
  review.listReviewCases,
  review.countReviewCases,
  review.listReviewOrganisations,
  review.getReviewCase,
  review.claimReviewCase,
  review.releaseReviewCase,
  review.addReviewNote,
  caseDecisions.rejectDocuments,
  caseDecisions.reopenCase,
  caseDecisions.undoDecision,
  records2257.getCustodian,
  records2257.saveCustodian,
  records2257.getRecord2257,
  records2257.saveProducer,
  takedowns.listTakedowns,
  takedowns.exportTakedowns,
  takedowns.getTakedown,
  takedowns.createTakedown,
  takedowns.confirmTakedown,
  takedowns.acknowledgeStop,
  takedowns.completeTakedown,
  takedowns.rejectTakedown,
  takedowns.assignTakedown,
  takedowns.nameTakedownPerformer,
  takedownEvidence.addTakedownEvidence,
  takedownEvidence.openTakedownEvidence,
  takedowns.sendTakedownNotice,
  campaigns.checkCampaign,
  campaigns.createCampaign,
  campaigns.listCampaigns,
  campaigns.getCampaign,
  campaigns.listCampaignItems,
  campaigns.stopCampaign,
  subjects.listSubjectRequests,
  subjects.listPerformerRequests,
  subjects.createSubjectRequest,
  subjects.respondToSubjectRequest,
  subjects.exportSubject,
  subjects.exportSealedSubject,
  videos.listVideos,
  videos.createVideo,
  videos.getVideo,
  videos.updateVideo,
  videos.listVideoPerformers,
  videos.listVideoCandidates,
  videos.addVideoPerformers,
  videos.removeVideoPerformer,
  publications.listPublications,
  publications.addPublication,
  publications.updatePublication,
  publications.statePublications,
  titleFacts.getVideoFacts,
  titleFacts.saveVideoFacts,
  titleFacts.saveAppearances,
  papers.listPapers,
  papers.listPaperVersions,
  papers.openPaper,
  papers.submitPaper,
  papers.verifyPaper,
  papers.rejectPaper,
  papers.listWaitingPapers,
  factImports.exportFacts,
  factImports.checkFacts,
  factImports.importFacts,
  readiness.getReadiness,
  readiness.overrideRule,
  readiness.confirmOverride,
  readiness.endOverride,
  readiness.listChannels,
  readiness.updateChannel,
  readiness.listDueVideos,
  rehearsal.rehearseRules,
  rehearsal.exportRehearsal,
  readiness.listVideosOfPerformer,
  audit.listAuditLogs,
  audit.exportAuditLogs,
  leaks.investigateLeak,
  leaks.getLeak,
  leaks.listLeakPerformers,
  leaks.exportLeak,
  logVerifications.getVerification,
  logVerifications.startVerification,
  analytics.recordAnalyticsEvents,
  analytics.analyticsFunnel,
  contact.sendInquiry,
  contact.listInquiries,
  contact.answerInquiry,
  contact.reopenInquiry,
  ...partnerPageEndpoints,
  kyc.openKycSession,
  kyc.openKycAddress,
  kyc.getKycSession,
  kyc.registerKycUser,
  kyc.sendAuthResult,
  performerLinks.createPerformerLink,
  performerLinks.getPerformerLink,
  performerLinks.revokePerformerLink,
  performerLinks.openPerformerLink,
  performerLinks.requestLinkCode,
  performerLinks.confirmLinkCode,
  performerLinks.getLinkSession,
  performerLinks.giveConsent,
  performerLinks.stateIdentity,
  performerLinks.chooseIdKind,
  performerLinks.submitLinkDocument,
  performerLinks.finishLink,
  ...relianceEndpoints,
  ...shareEndpoints,
  ...signingEndpoints,
]
