import { day, hour, minute, second } from './durations.ts'

/** Every number of the product, once (D48). Times are in milliseconds unless the name has another unit. */

export const MiB = 1024 * 1024

export const limits = {
  /** spec §9; the 5 MB hint and the 10 MB build setting are dropped. */
  fileBytes: 20 * MiB,
  /** D8: larger pictures are shrunk by the browser and rejected by the server before they are decoded. */
  pixels: 64_000_000,
  /** D59: width × height × channels × depth; interlaced and progressive pictures count twice. */
  decodedBytes: 256 * MiB,
  /** D59: scans of a progressive JPEG, each a pass over the whole picture. */
  jpegScans: 64,
  /** D10: the longest side of the rendition shown on pages. */
  screenSidePx: 1600,
  /** D38: the longest side of a thumbnail, which is part of the view of its page. */
  thumbnailSidePx: 320,
  shrink: { sidePx: 1920, qualities: [0.9, 0.8, 0.7, 0.6, 0.5] },
  nameChars: 100,
  /** A name in one field: both parts and a space. */
  fullNameChars: 201,
  /** D98: stage names and former names of a performer. */
  otherNames: 30,
  nationalityChars: 100,
  externalIdChars: 100,
  /** RFC 5321: the longest valid address. */
  emailChars: 254,
  searchChars: 200,
  /** Ids of records and accounts in filters and lists of ids. */
  idChars: 200,
  cursorChars: 500,
  linkTokenChars: 500,
  originChars: 300,
  /** Codes as typed, with room for spaces and hyphens. */
  oneTimeCodeChars: 20,
  recoveryCodeChars: 50,
  /** An ID token of the provider. */
  idTokenChars: 8192,
  /** Texts of partners in links and bodies, in characters (spec §3, §5). */
  partnerTexts: {
    url: 2000,
    userId: 200,
    apiKey: 200,
    sessionId: 200,
    reference: 100,
    companyId: 100,
    name: 500,
    referrer: 500,
    time: 100,
  },
  textChars: 2000,
  videoTitleChars: 200,
  /** D97. A channel is a shop, a platform or a site. */
  publications: { perVideo: 200, channelChars: 60, addressChars: 500 },
  /** D90 to D100: the facts of a video and of its appearances, each list and text. */
  titleFacts: {
    shootings: 50,
    sources: 20,
    evidence: 50,
    consents: 40,
    chars: 200,
    reasonChars: 1000,
    addressChars: 500,
    minutes: 6000,
  },
  inquirySubjectChars: 200,
  inquiryMessageChars: 4000,
  partnerOrigins: 20,
  partnerApiKeys: 20,
  /** Concurrent upload bodies of one account. */
  uploadsPerAccount: 2,
  /** Uploads cleaned and stored concurrently; the others queue on disk, fairly by account. */
  uploadsPerServer: 8,
  /** The longest time that a received upload queues. */
  uploadWait: 30 * second,
  /** Disk space of all bodies being received or queued. */
  uploadsOnDiskBytes: 4 * 1024 * MiB,
  /** D59: per account and day in Japan. */
  registrationsPerDay: 500,
  uploadMiBPerDay: 5 * 1024,

  session: { idle: 2 * hour, absolute: 12 * hour },
  /** D72: how long a page keeps unsaved input after the end of its session. */
  draftKept: 15 * minute,
  tokenRotation: 30 * minute,
  /** D28: the lifetime of the device cookie after a sign-in; browsers cap the age of cookies at this. */
  deviceCookie: 400 * day,
  authRecheck: 10 * minute,
  accessToken: 5 * minute,
  lockout: { failures: 5, window: 15 * minute, duration: 15 * minute },
  /** D67: for how long an auditor may open the documents of a performer after giving a reason. */
  opening: 15 * minute,
  /** D31: the age of a sign-in up to which step-up endpoints accept it. */
  stepUp: 5 * minute,
  secondFactor: {
    /** Between the first factor and the second. */
    pending: 10 * minute,
    /** The lifetime of a passkey challenge. */
    challenge: 5 * minute,
    recoveryCodes: 10,
    passkeys: 20,
  },
  /** The lifetimes of links in mails (D5). */
  invitation: 7 * day,
  passwordReset: hour,
  emailVerification: day,
  /** D56: an unverified account receives one verification mail in this time, and no other mail. */
  verificationMailEvery: hour,
  password: { minimum: 8, maximum: 256, providerMinimum: 6, recommended: 8 },

  apiTimeout: 30 * second,
  uploadIdle: 30 * second,
  uploadMaximum: 15 * minute,
  uploadBytesPerSecond: 50 * 1024,
  networkRetries: 3,
  networkRetryDelay: second,
  authTries: 3,
  sessionInitPoll: { polls: 50, every: 100 },
  defaultRetryAfterSeconds: 60,
  /** The longest Retry-After of a 503 after which a browser repeats a write. */
  longestRetryAfterSeconds: 5,
  logoutEventDelay: 100,
  loginRedirectDelay: 200,
  bannerClose: 5 * second,
  kyc: {
    successMessageDelay: second,
    redirectDelay: 3 * second,
    apiKeyMinimum: 10,
    /** The time from opening the page to the result (D33). */
    session: 30 * minute,
    /** How far the time of a signed link may be from that of the server. */
    signature: 10 * minute,
    /** The retention of finished and abandoned KYC sessions, for support. */
    kept: 30 * day,
    /** After a failed attempt, a browser can trigger the next one only after this time. */
    retryAfter: 10 * second,
    /** D34: the lifetime of ID tokens for partners. */
    idToken: 5 * minute,
    /** The time for which partners may cache the public keys. */
    keysCached: 5 * minute,
    /** D112: one-time addresses that a partner’s server creates. */
    address: day,
    /** D112: events of the partner API. */
    eventsKept: 90 * day,
  },
  /** D35. `retries` are the delays between attempts; after the last one, a delivery is dead. */
  callback: {
    timeout: 10 * second,
    responseBytes: 64 * 1024,
    /** The characters of a response that are stored and shown on /partners. */
    responseShownChars: 2000,
    /** The attempts of a delivery that /partners shows. */
    attemptsShown: 20,
    /** D59: concurrent attempts to one partner, over all processes. */
    attemptsPerPartner: 2,
    retries: [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 18 * hour],
    /** Each delay is extended by a random share of up to this. */
    jitter: 0.2,
    rotationOverlap: day,
    failingFor: 5 * day,
    /** The time that a delivery waits while callbacks are off; then it is dead. */
    waits: 30 * day,
    /** The retention of the body after the delivery succeeded or died. */
    kept: 30 * day,
  },
  /** D42. */
  live: { frameBytes: 4 * 1024, socketsPerAccount: 5, sessionCheck: second },
  /** D29, D30: the largest age of the provider's sign-in in an ID token, and the tolerance for clocks. */
  provider: { signInAge: 5 * minute, clockTolerance: minute, recheck: 10 * minute },
  sso: {
    code: minute,
    successDelay: 1.5 * second,
    failureDelay: 3 * second,
    progress: [25, 50, 75, 100],
    /** The minimum time of each progress step; without it, the browser paints only the first and the last. */
    stepShown: 150,
  },

  /** Concurrent exports; each account can run one. */
  exportsPerServer: 2,
  auditCache: 30 * second,
  auditDebounce: 300,
  /** D38: repeated views of a record by one session within this time write one entry. */
  viewDedup: 5 * minute,
  page: { size: 50, maximum: 200 },
  /** Files of a request to take a title down. */
  takedownEvidence: 20,
  /** The exports that an investigation of a leak lists. */
  leakExports: 100,
  /** D19: the count of a list stops here. */
  countBound: 1000,
  /** D54: the numbers of performers by state stop here. */
  dashboardCountBound: 100_000,
  scrollDepths: [25, 50, 75, 90],
  /** The largest number of events in one call. */
  analyticsEventsPerCall: 50,
  /** The days over which the completion of the form is shown. */
  funnelDays: 30,
  /** D44: single events stored per day; further ones are only counted. */
  analyticsKeptPerDay: 100_000,
  /** D44: the retention of single events. Daily counts have none. */
  analyticsKept: 30 * day,
  contactReplyHours: 48,
  /** The promises of the policy pages. */
  policy: { refundDays: 14, contentKeptDays: 30 },
  /** D64: how many days before the end of `contentKeptDays` the 代表 are reminded. */
  cancellationMailDays: 7,
  /** Inquiries are erased this long after they were marked as answered. */
  inquiryKept: 365 * day,
  /** D77: the time to respond to a request of a data subject, and the retention of the request after the response. */
  subjectRequest: { dueDays: 30, kept: 3 * 365 * day },
  /** The retention of name and address of invited or unverified accounts that have no sign-in or record since. */
  unusedAccountKept: 180 * day,
  /** D116: how long the destruction of a single picture can be undone. */
  undoDestruction: 7 * day,
  /** The retention of invitations of members after their expiry. */
  memberInvitationKept: 30 * day,
  /** D67: the time in which a second superadmin confirms a move or merge. */
  transfer: 7 * day,
  /** The retention of mails that could not be sent and, without SMTP, of the files in place of mails. */
  mailKept: 14 * day,

  idempotencyKeyChars: 255,
  idempotencyWait: 25 * second,
  idempotencyKept: 7 * day,
  derivedKeyKept: 10 * minute,
  intentLease: 15 * second,

  expiringDays: 30,
  expiryMailDays: [60, 30, 7],
  recentDays: 7,
  recentActivity: 10,
  /** D54: days on the charts of the dashboard, and days after which a pending review is overdue. */
  chartDays: 14,
  chartWeeks: 12,
  /** D54: the days and the number of decisions that the time to decision is computed from. */
  decisionDays: 30,
  decisionsCounted: 10_000,
  longWaitDays: 3,
  /** The largest number of days in the filter of the queue. */
  waitedDays: 3650,
  adultAge: 18,
  retentionYears: 7,
  /** D110: the longest retention that a setting may choose. */
  retentionYearsAtMost: 30,
  /** D17: for how many days before its end the pages show that a retention is ending. */
  sealedEndingDays: 30,
  /** D17: the time in which a second superadmin confirms an early destruction. */
  destructionRequest: 7 * day,
  /** D116: the time from its confirmation to the destruction, in which it can be stopped. The database repeats it. */
  destructionDelay: 24 * hour,
  /** D116: the range and the default of the setting `SECOND_PERSON_DAYS`. */
  secondPersonDays: { min: 1, max: 90, fallback: 7 },

  rate: {
    apiPerMinute: 3000,
    exportPerHour: 5,
    contactPerHour: 5,
    analyticsPerMinute: 120,
    kycPerMinute: 120,
    /** D112: the calls of a key, the refused calls of a network, and the requests of a partner. */
    partnerPerMinute: 300,
    partnerRefusalsPerMinute: 60,
    partnerRequestsPerHour: 60,
  },
} as const

export const build = {
  version: 'staging-emergency-fix-1.0.0',
  date: '2025-08-18',
  securityVersion: '2025.01.24',
  environment: 'staging',
} as const
