/** The purposes of keys that encrypt boxes. `keys:rotate --renew` creates new generations of these. */
export const boxPurposes = [
  'audit-pii',
  'contract-key',
  'cursor',
  'mail-queue',
  'pack-file',
  'partner-payload',
  'partner-secret',
  'partner-signing-key',
  'picture-hash',
  'saved-reply',
  'takedown-notice',
  'totp-secret',
] as const

/** The purposes of keys that authenticate or derive: a new one would invalidate what the old one has issued. */
const secretPurposes = [
  'access-token',
  'audit-mac',
  'audit-signing',
  'backup-manifest',
  'csrf-token',
  'device-cookie',
  'document-hash',
  'email-pseudonym',
  'kyc-cookie',
  'partner-subject',
  'recovery-code',
  'sso-cookie',
] as const

/** All purposes. Each has its own data key. */
export const keyPurposes = [...boxPurposes, ...secretPurposes]
