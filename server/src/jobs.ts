import { startResetMails } from './features/accounts/links/reset-mail-job.ts'
import { checkProviderAccounts } from './features/accounts/provider/check-provider-accounts.ts'
import { cleanUpSessions } from './features/accounts/sessions/clean-up-sessions.ts'
import { eraseUnusedAccounts } from './features/accounts/users/erase-unused-accounts.ts'
import { deleteExpiredSuperadminRequests } from './features/accounts/users/superadmin-request-repository.ts'
import { deleteOldEvents } from './features/analytics/delete-old-events.ts'
import { startSequencer } from './features/audit/tree/sequencer.ts'
import { sendCampaigns } from './features/campaigns/send-campaigns.ts'
import { sendDueMails } from './features/dashboard/send-due-mails.ts'
import { encryptWithheld } from './features/documents/encrypt-withheld.ts'
import { endWithheld } from './features/documents/end-withheld.ts'
import { deletePastQuotas } from './features/documents/intake/charge-quota.ts'
import { sweepIntents } from './features/documents/intake/sweep-intents.ts'
import { deleteExpiredOpenings } from './features/documents/read/give-opening-reason.ts'
import { forgetViews } from './features/documents/read/recent-views.ts'
import { reconcileDaily } from './features/documents/reconcile.ts'
import { remindOfExpiry } from './features/documents/remind-of-expiry.ts'
import { eraseInquiries } from './features/inquiries/erase-inquiries.ts'
import { digestHour, sendDigests } from './features/mails/send-digests.ts'
import {
  deleteExpiredTransfers,
  deleteOldMemberInvitations,
} from './features/organisations/delete-expired-requests.ts'
import { stopCancelled } from './features/organisations/stop-cancelled.ts'
import { endExpiredPacks } from './features/packs/end-expired-packs.ts'
import { startPacks } from './features/packs/pack-jobs.ts'
import { deleteOldAddresses } from './features/partners/api/delete-old-addresses.ts'
import { endAddresses } from './features/partners/api/end-addresses.ts'
import { deleteOldEventsOfPartners } from './features/partners/api/event-repository.ts'
import { deleteExpiredCredentials } from './features/partners/credential-repository.ts'
import { cleanUpDeliveries } from './features/partners/deliveries/clean-up-deliveries.ts'
import { startDeliveries } from './features/partners/deliveries/delivery-scheduler.ts'
import { deleteOldKycSessions } from './features/partners/kyc/kyc-session-repository.ts'
import { forgetLinkAddresses } from './features/performer-links/link-repository.ts'
import { deleteQueuedObjects } from './features/records/destruction/delete-objects.ts'
import { destroyConfirmed } from './features/records/destruction/destroy-confirmed.ts'
import { destroyEnded } from './features/records/destruction/destroy-ended.ts'
import { publishEnded } from './features/records/destruction/publish-ended.ts'
import { deleteExpiredClaims } from './features/records/review-claims.ts'
import { endOver } from './features/reliances/end-reliance.ts'
import { deletePastDecisions } from './features/review/undoable-decision.ts'
import { reportReadiness } from './features/shares/partner-titles/report-readiness.ts'
import { resumeCopies, startCopies } from './features/signings/copy/copy-job.ts'
import { deleteOldSubjectRequests } from './features/subjects/delete-old-requests.ts'
import { eraseNotices } from './features/takedowns/erase-notices.ts'
import { remindOfDue } from './features/takedowns/remind-of-due.ts'
import { prepareGates, recomputeGates } from './features/videos/gate/recompute-gates.ts'
import { deleteEndedUses } from './platform/db/shared-limits.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { purgeReplies } from './platform/idempotency/idempotency-claims.ts'
import {
  dailyAt,
  every,
  everyMinute,
  type Schedule,
  startSchedules,
  withRightClock,
} from './platform/jobs/scheduled-jobs.ts'
import { deleteOldMails } from './platform/mail/delete-old-mails.ts'
import { adoptOldJobs } from './platform/outbox/adopt-old-jobs.ts'
import type { Services } from './services.ts'

/** Starts all work without a request, in any number of processes. `stop` waits for running work. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  services.mails.startDelivery()
  startResetMails(services)
  startCopies(services)
  const deliveries = startDeliveries(services)
  const packs = startPacks(services)
  const planned = schedulesOf(services)
  services.metrics?.jobsScheduled(planned.flatMap(({ jobs }) => Object.keys(jobs)))
  const schedules = startSchedules(services, planned)
  const sequencer = startSequencer(services, services.databaseUrl)
  return {
    async stop() {
      await Promise.all([
        services.logVerifier.stop(),
        services.outbox.stop(),
        deliveries.stop(),
        packs.stop(),
        schedules.stop(),
      ])
      await sequencer.stop() // the sequencer stops last, to seal what the others recorded
    },
  }
}

/**
 * The scheduled jobs. `contract/src/retention.ts` names those that end the retention of data (D77). Jobs that delete
 * for good or mail by the clock of the process need the right clock (D84); those of leases and of rows that last
 * minutes do not.
 */
export function schedulesOf(services: Services): Schedule[] {
  const { db } = services
  return [
    everyMinute({
      'sweep upload intents': () => sweepIntents(services),
      'delete queued objects': () => deleteQueuedObjects(services),
      'encrypt withheld documents': () => encryptWithheld(services),
      'purge saved replies': () => purgeReplies(db),
      'forget past quotas': () => deletePastQuotas(services),
      'forget past views': () => forgetViews(services),
      'delete past decisions': () => deletePastDecisions(db),
      'delete ended uses of limits': () => deleteEndedUses(db),
      'publish ended records': () => publishEnded(services),
      'adopt jobs of older servers': () => inTransaction(db, adoptOldJobs),
      'end addresses of the partner API': () => endAddresses(db),
      'recompute gates': () => recomputeGates(services),
      'report readiness to partners': () => reportReadiness(db),
      'resume copies of signed contracts': () => resumeCopies(services),
    }),
    ...providerChecks(services),
    every(60, {
      'clean up sessions': () => cleanUpSessions(db),
      'delete expired partner credentials': () => deleteExpiredCredentials(db),
      'delete old sessions of the partner API': () => deleteOldAddresses(db),
      'delete old events of the partner API': () => deleteOldEventsOfPartners(db),
      'delete old KYC sessions': () => deleteOldKycSessions(db),
      'delete expired openings': () => deleteExpiredOpenings(db),
      'delete expired claims': () => deleteExpiredClaims(services),
      'prepare gates': () => prepareGates(services),
    }),
    every(60, { 'verify the audit log': () => services.logVerifier.startHourly() }),
    dailyAt(3, { 'verify the whole audit log': () => services.logVerifier.startNightly() }),
    ...schedulesWithRightClock(services),
  ]
}

/** The jobs that delete for good, or mail by the clock of the process (D84). */
function schedulesWithRightClock(services: Services): Schedule[] {
  const { clock, db, store } = services
  return [
    every(60, {
      'destroy withheld documents': () => endWithheld(services),
      'erase inquiries': () => eraseInquiries(services),
      'clean up deliveries': () => cleanUpDeliveries(services),
      'forget addresses of performer links': () => forgetLinkAddresses(db, clock.now()),
      'delete expired transfers': () => deleteExpiredTransfers(services),
      'delete expired requests of superadmins': () => deleteExpiredSuperadminRequests(db),
    }),
    dailyAt(4, {
      'forget old analytics events': () => deleteOldEvents(services),
      'sweep leftovers of the store': () => store.sweepLeftovers(clock.now()),
      'reconcile documents with the store': () => reconcileDaily(services),
      'delete old member invitations': () => deleteOldMemberInvitations(services),
      'erase unused accounts': () => eraseUnusedAccounts(services),
      'delete old mails': () => deleteOldMails(services),
      'delete old subject requests': () => deleteOldSubjectRequests(services),
      'erase old takedown notices': () => eraseNotices(services),
    }),
    everyMinute({
      'end expired packs': () => endExpiredPacks(services),
      'end reliances': () => endOver(services),
    }),
    everyMinute({ 'send links of campaigns': () => sendCampaigns(services) }),
    everyMinute({ 'remind of takedowns': () => remindOfDue(services) }),
    everyMinute({ 'destroy records as confirmed': () => destroyConfirmed(services) }),
    dailyAt(3, { 'destroy records after their retention': () => destroyEnded(services) }),
    dailyAt(digestHour, {
      'send daily mails': () => sendDigests(services),
      'send mails about what is due': () => sendDueMails(services),
    }),
    dailyAt(9, {
      'remind of expiring documents': () => remindOfExpiry(services),
      'stop cancelled organisations': () => stopCancelled(services),
    }),
  ].map(withRightClock)
}

/** Each account is due every ten minutes (D30). */
function providerChecks(services: Services): Schedule[] {
  return services.config.firebase
    ? [everyMinute({ 'check provider accounts': () => checkProviderAccounts(services) })]
    : []
}
