import { dayInJapan } from '@kyc/contract/dates.ts'
import type {
  PerformerConsent,
  PerformerLink,
  PerformerLinkState,
} from '@kyc/contract/performer-link-progress.ts'
import type { LinkSession } from '@kyc/contract/performer-links.ts'
import type { Db } from '../../platform/db/database.ts'
import { maskAddress } from '../audit/mask-address.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { openAddress } from './link-address.ts'
import type { ConsentRow, LinkColumns, UsableLink } from './link-repository.ts'
import { linkSlots, presentSlots } from './link-slots.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

/** What the performer sees. The kind of ID is shown only if it was chosen here. */
export async function presentSession(
  { clock }: PerformerLinkServices,
  db: Db,
  link: UsableLink,
): Promise<LinkSession> {
  const { consent_at: at, consent_language: language, consent_version: version } = link
  const slots = linkSlots(await currentDocuments(db, link.performer_id), {
    linkId: link.id,
    idKind: link.id_kind,
    today: dayInJapan(clock.now()),
  })
  return {
    id: link.id,
    organisationName: link.organisation_name,
    language: link.language,
    expiresAt: link.expires_at.toISOString(),
    consent: at && language && version !== null ? { version, language, at: at.toISOString() } : null,
    identityStated: link.stated_at !== null,
    idKind: link.id_kind_chosen ? link.id_kind : null,
    mayChooseIdKind: !link.ever_decided,
    slots: presentSlots(slots),
    done: link.done_at !== null,
  }
}

interface LinkProgress {
  readonly link: LinkColumns
  /** Whether the link may still be used; see `findUsableLinks`. */
  readonly usable: boolean
  readonly consentedAt: Date | null
  readonly slots: ReturnType<typeof linkSlots>
}

/** The progress of a link, for the owner of the record. */
export async function presentLink(
  services: PerformerLinkServices,
  db: Db,
  progress: LinkProgress,
): Promise<PerformerLink> {
  const { link, consentedAt } = progress
  const { email_box } = link
  const state = stateOf(progress, services.clock.now())
  const mailed = email_box && state !== 'expired' && (await openAddress(services, db, { ...link, email_box }))
  return {
    id: link.id,
    state,
    language: link.language,
    email: mailed ? maskAddress(mailed) : null,
    createdAt: link.created_at.toISOString(),
    expiresAt: link.expires_at.toISOString(),
    openedAt: link.opened_at?.toISOString() ?? null,
    consentedAt: consentedAt?.toISOString() ?? null,
    statedAt: link.stated_at?.toISOString() ?? null,
    differs: link.stated_differs,
    doneAt: link.done_at?.toISOString() ?? null,
    documents: presentSlots(progress.slots),
  }
}

function stateOf({ link, usable, consentedAt, slots }: LinkProgress, now: Date): PerformerLinkState {
  if (link.done_at) return 'done'
  if (link.revoked_at) return 'revoked'
  if (link.expires_at <= now) return 'expired'
  if (!usable) return 'revoked'
  if (slots.some(({ submitted }) => submitted)) return 'submitting'
  if (consentedAt) return 'consented'
  return link.opened_at ? 'opened' : 'sent'
}

export function presentConsent({ at, version, language, wording, mailed }: ConsentRow): PerformerConsent {
  const delivery = mailed === null ? null : mailed ? 'mail' : 'code'
  return { at: at.toISOString(), version, language, wording, delivery }
}
