import { z } from 'zod'
import { linkLanguages } from './consent.ts'
import { documentTypes } from './document-vocabulary.ts'
import { id, instant } from './fields.ts'

// What the owner of a record sees of the performer's own link (D66).

export const performerLinkStates = [
  'sent',
  'opened',
  'consented',
  'submitting',
  'done',
  'expired',
  'revoked',
] as const
export type PerformerLinkState = (typeof performerLinkStates)[number]

/** The details that the performer enters through the link and that are compared with the record. */
export const statedDetails = ['name', 'dateOfBirth'] as const
export type StatedDetail = (typeof statedDetails)[number]

export const statedDetailLabels = { name: '氏名', dateOfBirth: '生年月日' } as const satisfies Record<
  StatedDetail,
  string
>

export function statedDetailsText(details: readonly StatedDetail[]): string {
  return details.map((detail) => statedDetailLabels[detail]).join('と')
}

/** The progress of a link, for the owner. */
export const performerLinkSchema = z.strictObject({
  id,
  state: z.enum(performerLinkStates),
  language: z.enum(linkLanguages),
  /** Masked; null for a link that was not mailed, and after the link has ended. */
  email: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
  openedAt: instant.nullable(),
  consentedAt: instant.nullable(),
  /** When the performer has last entered name and date of birth. */
  statedAt: instant.nullable(),
  /** Which of the entered details differed from the record, which was not changed. */
  differs: z.array(z.enum(statedDetails)),
  doneAt: instant.nullable(),
  /** The documents that the link requests, in the order of display. */
  documents: z.array(
    z.strictObject({ type: z.enum(documentTypes), required: z.boolean(), submitted: z.boolean() }),
  ),
})
export type PerformerLink = z.infer<typeof performerLinkSchema>

/** A consent of the performer, with the wording that was shown. */
export const performerConsentSchema = z.strictObject({
  at: instant,
  version: z.string(),
  language: z.enum(linkLanguages),
  wording: z.string(),
  /** How the link was delivered. With `code` (QR), the sender had it too. Null for links of an earlier version. */
  delivery: z.enum(['mail', 'code']).nullable(),
})
export type PerformerConsent = z.infer<typeof performerConsentSchema>
