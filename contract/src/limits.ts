import { day, hour, minute, second } from './durations.ts'

/** Every number of the product, once (spec §9, D48). Times are milliseconds unless the name says otherwise. */

export const MiB = 1024 * 1024

export const limits = {
  /** spec §9; the 5 MB hint and the 10 MB build setting are dropped (D8). */
  fileBytes: 20 * MiB,
  /** D8: larger pictures are shrunk by the browser and refused by the server before they are decoded. */
  pixels: 64_000_000,
  /** D59: width × height × channels × depth; interlaced and progressive pictures count twice. */
  decodedBytes: 256 * MiB,
  /** D59: scans of a progressive JPEG; each costs a pass over the whole picture. */
  jpegScans: 64,
  /** D10: the longest side of the rendition that pages show. */
  screenSidePx: 1600,
  /** D38: the longest side of the rendition that belongs to the view of the page around it. */
  thumbnailSidePx: 320,
  shrink: { sidePx: 1920, qualities: [0.9, 0.8, 0.7, 0.6, 0.5] },
  jsonBytes: 64 * 1024,
  jsonDepth: 16,
  multipartBytes: 141 * MiB,
  multipartFieldBytes: 4 * 1024,
  multipartParts: 20,
  headerBytes: 16 * 1024,
  nameChars: 100,
  nationalityChars: 100,
  externalIdChars: 100,
  /** RFC 5321: the longest address that a mail server accepts. */
  emailChars: 254,
  searchChars: 200,
  /** Ids of records and accounts that filters and lists of ids take. */
  idChars: 200,
  cursorChars: 500,
  linkTokenChars: 500,
  originChars: 300,
  /** Codes as people type them: room for spaces and hyphens. */
  oneTimeCodeChars: 20,
  recoveryCodeChars: 50,
  /** An id token of the provider. */
  idTokenChars: 8192,
  /** What partners send in links and bodies (spec §3, §5). */
  partnerTexts: {
    url: 2000,
    userId: 200,
    apiKey: 200,
    sessionId: 200,
    companyId: 100,
    name: 500,
    referrer: 500,
    time: 100,
  },
  textChars: 2000,
  videoTitleChars: 200,
  inquirySubjectChars: 200,
  inquiryMessageChars: 4000,
  partnerOrigins: 20,
  /** Bodies that one account may send at a time. */
  uploadsPerAccount: 2,
  /** Uploads that are cleaned and stored at a time; the others wait on the disk, and accounts take turns (D59). */
  uploadsPerServer: 8,
  /** How long a received upload waits for its turn. */
  uploadWait: 30 * second,
  /** Disk space of all bodies that are being received or wait for their turn. */
  uploadsOnDiskBytes: 4 * 1024 * MiB,
  /** D59: per account and day in Japan. */
  registrationsPerDay: 500,
  uploadMiBPerDay: 5 * 1024,
  /** Opening files of strangers (D10): time for one file, and caps on what a PDF may hold. */
  cleaning: {
    timeout: 10 * second,
    /** Processor time for one file (D59). */
    imageCpu: 3 * second,
    pdfCpu: 5 * second,
    processes: 4,
    idle: minute,
    heapMiB: 512,
    /** By how much a helper may grow once it is started (D58): the largest accepted picture takes 600. */
    memoryMiB: 768,
    /** Processor time of a helper for all its files. */
    lifetimeCpu: minute,
    jpegQuality: 92,
    pdfPages: 200,
    pdfInflatedBytes: 64 * MiB,
  },
  socketsPerAddress: 100,

  session: { idle: 2 * hour, absolute: 12 * hour },
  tokenRotation: 30 * minute,
  /** D28: how long a browser stays known after a sign-in; browsers keep no cookie longer. */
  deviceCookie: 400 * day,
  authRecheck: 10 * minute,
  accessToken: 5 * minute,
  lockout: { failures: 5, window: 15 * minute, duration: 15 * minute },
  /** D28: failures of an account's known browsers together, and of codes from all others. */
  lockoutCeiling: { failures: 100, window: day, duration: day },
  addressFailures: { failures: 20, window: 15 * minute },
  /** D31: how long a fresh sign-in counts for acts that ask for one. */
  stepUp: 5 * minute,
  secondFactor: {
    /** Between the first factor and the second. */
    pending: 10 * minute,
    /** For the answer of a passkey. */
    challenge: 5 * minute,
    recoveryCodes: 10,
    passkeys: 20,
  },
  /** Links in mails (D5, D31). */
  invitation: 7 * day,
  passwordReset: hour,
  emailVerification: day,
  /** D56: an unverified account gets one mail in this time, and no other mail at all. */
  verificationMailEvery: hour,
  /** Requests for a mail: more from one network, or from one network for one account, have to wait. */
  resetRequests: {
    address: { failures: 20, window: hour, duration: hour },
    account: { failures: 5, window: hour, duration: hour },
    /** After a mail was sent, requests from anywhere send no other one for this time. */
    mail: { failures: 1, window: 5 * minute, duration: 5 * minute },
  },
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
  logoutEventDelay: 100,
  loginRedirectDelay: 200,
  bannerClose: 5 * second,
  kyc: {
    successMessageDelay: second,
    redirectDelay: 3 * second,
    apiKeyMinimum: 10,
    /** From opening the page to the result (D33). */
    session: 30 * minute,
    /** How long a finished or abandoned KYC session is kept for questions. */
    kept: 30 * day,
    /** After an attempt that failed, a browser that asks again gets no other one before this time. */
    retryAfter: 10 * second,
    /** D34: the token that partners get. */
    idToken: 5 * minute,
    /** How long partners may keep the public keys without asking again. */
    keysCached: 5 * minute,
  },
  /** D35. `retries` counts from one attempt to the next; after the last a delivery is dead. */
  callback: {
    timeout: 10 * second,
    responseBytes: 64 * 1024,
    /** Of an answer, what /partners shows; and of a delivery, so many attempts. */
    responseShownChars: 2000,
    attemptsShown: 20,
    /** D59: attempts under way to one partner, in all processes. */
    attemptsPerPartner: 2,
    retries: [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 18 * hour],
    /** Each wait is longer by up to this share, by chance. */
    jitter: 0.2,
    rotationOverlap: day,
    failingFor: 5 * day,
    /** So long a delivery waits while callbacks are off, and is then given up. */
    waits: 30 * day,
    /** How long what was sent is kept after it was delivered or given up. */
    kept: 30 * day,
  },
  /** D42. */
  live: { frameBytes: 4 * 1024, socketsPerAccount: 5, sessionCheck: second },
  /** D29, D30: an id token counts while the sign-in at the provider is this young; clocks may differ a little. */
  provider: { signInAge: 5 * minute, clockTolerance: minute, recheck: 10 * minute },
  sso: {
    code: minute,
    successDelay: 1.5 * second,
    failureDelay: 3 * second,
    progress: [25, 50, 75, 100],
    /** Each step of the progress stays at least so long, or the browser would paint none between the first and the last. */
    stepShown: 150,
  },

  /** At one time; a person makes one. */
  exportsPerServer: 2,
  auditCache: 30 * second,
  auditDebounce: 300,
  /** D38: the same look by the same session within this time needs no second entry. */
  viewDedup: 5 * minute,
  /** D38: of different records that one person opens within this time, more than so many alert the superadmins. */
  bulkViewAlert: { within: hour, performers: 200, documents: 600 },
  page: { size: 50, maximum: 200 },
  /** D19: a filtered list is counted no further than this. */
  countBound: 1000,
  scrollDepths: [25, 50, 75, 90],
  /** Events that a page sends in one call. */
  analyticsEventsPerCall: 50,
  /** Days that the completion of the form is shown for. */
  funnelDays: 30,
  /** D44: of the events of a day, so many are kept one by one; the others are counted only. */
  analyticsKeptPerDay: 100_000,
  /** D44: single events; what was counted by day stays. */
  analyticsKept: 30 * day,
  contactReplyHours: 48,
  /** What the policy pages promise (spec §9). */
  policy: { refundDays: 14, contentKeptDays: 30 },
  /** Inquiries are erased this long after they were answered. */
  inquiryKept: 365 * day,

  idempotencyKeyChars: 255,
  idempotencyWait: 25 * second,
  idempotencyKept: 7 * day,
  derivedKeyKept: 10 * minute,
  intentStale: 15 * second,

  expiringDays: 30,
  expiryMailDays: [60, 30, 7],
  recentDays: 7,
  recentActivity: 10,
  /** D54: days on the charts of the dashboard, and days after which a review has waited long. */
  chartDays: 14,
  longWaitDays: 3,
  adultAge: 18,
  retentionYears: 7,

  rate: {
    apiPerMinute: 3000,
    exportPerHour: 5,
    contactPerHour: 5,
    analyticsPerMinute: 120,
    kycPerMinute: 120,
  },
} as const

export const build = {
  version: 'staging-emergency-fix-1.0.0',
  date: '2025-08-18',
  securityVersion: '2025.01.24',
  environment: 'staging',
} as const
