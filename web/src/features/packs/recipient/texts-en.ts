import type { RecipientTexts } from './texts-ja.ts'

/** The texts of `texts-ja.ts` in English. */
export const en: RecipientTexts = {
  title: 'Pack of evidence',
  product: 'Identity verification',
  language: 'Language',
  privacy: 'Privacy policy (Japanese)',
  encrypted: 'The connection is encrypted',
  from: (organisation) => `${organisation} has sent you copies of records.`,
  shape: 'Kind',
  shapes: {
    appearanceLaw: 'Japanese act on appearances',
    cardBrands: 'Card brands',
    usc2257: '18 U.S.C. 2257',
    person: 'The person concerned',
  },
  content: 'Content',
  counts: (videos, performers) => `${videos} titles, ${performers} performers`,
  identity: 'Identity documents',
  masked: 'Masked',
  unmasked: 'Legible',
  size: 'File size',
  sha256: 'SHA-256',
  until: 'Available until',
  download: 'Download the ZIP',
  care: 'It contains personal data. Store it where only those who need it can see it, and delete it afterwards. Each opening is recorded.',
  verify: 'The file index.pdf of the archive lists its content and explains how to verify it.',
  making: (done, total) =>
    total > 0 ? `The file is being made (${done}/${total}).` : 'The file is being made.',
  wait: 'Try again in a few minutes.',
  failedToMake: 'The file could not be made. Contact the sender.',
  again: 'Check again',
  loading: 'Opening',
  noLink: 'Open the link that you received once more.',
  endedTitle: 'This link no longer works',
  ended: 'It has expired or was revoked. Contact the sender.',
  failedTitle: 'The link could not be opened',
}
