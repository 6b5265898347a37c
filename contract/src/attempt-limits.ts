import { day, hour, minute } from './durations.ts'

/** Limits on attempts that only the server counts. A separate module, so that the first page does not load it. */
export const attemptLimits = {
  /**
   * D28: the failures of all known browsers of an account together, and those of codes in all other browsers together.
   */
  lockoutCeiling: { failures: 100, window: day, duration: day },
  addressFailures: { failures: 20, window: 15 * minute },
  /** Requests for a reset mail, limited by network, and by network and account. */
  resetRequests: {
    address: { failures: 20, window: hour, duration: hour },
    account: { failures: 5, window: hour, duration: hour },
    /** After a reset mail was sent, further requests for the account send no mail during this time. */
    mail: { failures: 1, window: 5 * minute, duration: 5 * minute },
  },
  /**
   * D115: people outside that an organisation may write to in a day: in the first week after its approval, and at most.
   */
  contactsPerDay: { first: 10, most: 1000 },
  /** D67: invitations of members by one account, and to one address. */
  memberInvitationsPerDay: { account: 50, address: 10 },
  /** D66: the performer's own link. */
  links: {
    /** Per day: links of one record, and mails to one address. */
    performer: 20,
    address: 10,
    /** Codes that one link mails per day, and wrong codes that it allows in all. */
    codeMails: 5,
    wrongCodes: 10,
    /** Files that one link sends in all. */
    uploads: 60,
    openingsPerMinute: 120,
  },
  /**
   * D38: superadmins are alerted if an account views more different records than this within the time. Performers that
   * were only listed count less, since a few pages of a list are ordinary work: `listed` of them count as one view
   * (D120).
   */
  bulkViewAlert: { within: hour, performers: 200, documents: 600, listed: 10 },
} as const
