import type { VerifyTexts } from './verify-texts-ja.ts'

const time = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'Asia/Tokyo',
})

/** The texts of the page that verifies a signed contract, in English. */
export const en: VerifyTexts = {
  title: 'Verify a signed contract',
  language: 'Language',
  lead: 'Verifies that a signed contract (PDF) is unaltered, and that it was signed in this system. The file is not sent anywhere: it is verified inside this browser.',
  choose: 'Drop the PDF here, or choose it',
  checking: 'Verifying',
  noKeys: 'The keys of this system are not available. Only changes can be found.',
  unreadable: 'The file could not be opened. Choose it again.',
  verdict: {
    passed: 'This contract was signed in this system and is unaltered.',
    failed: 'This contract could not be verified.',
    unknown: 'No change was found, but the system in which the contract was signed is not confirmed.',
  },
  results: 'Results',
  states: { passed: 'Correct', failed: 'Not correct', unknown: 'Not confirmed' },
  statement: 'What the file states',
  contract: 'Contract',
  signedAt: 'Signed',
  sealedAt: 'Entered in the audit log',
  timestampedAt: 'Time stamp of a third party',
  draftSha256: 'SHA-256 of the contract',
  fingerprint: 'Fingerprint of the key',
  time: (at) => `${time.format(new Date(at))} (Japan time)`,
}
