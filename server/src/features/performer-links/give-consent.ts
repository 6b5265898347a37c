import { consentWording } from '@kyc/contract/consent.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { giveConsent as endpoint, LinkSession } from '@kyc/contract/performer-links.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { lockBoundLink, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { recordLinkAct } from './record-link-act.ts'
import { refuseDone } from './require-link.ts'

/**
 * Stores the consent with the wording that the page shows. A link has one consent: a repeated call changes nothing.
 * No other act stores one. The sender of a link that is shown as a code can open it in a browser that no account uses, so the
 * consent is presented with the way of delivery.
 */
export async function giveConsent(
  services: PerformerLinkServices,
  call: { readonly link: UsableLink; readonly body: BodyOf<typeof endpoint>; readonly ip: string | null },
): Promise<LinkSession> {
  const { version, language } = call.body
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    const link = await lockBoundLink(tx, at, call.link)
    refuseDone(link)
    if (link.consent_at) return presentSession(services, tx, link)
    const wording = consentWording(language, link.organisation_name)
    const consent = { link_id: link.id, performer_id: link.performer_id, at, version, language, wording }
    await tx
      .insertInto('performer_consent')
      .values({ id: newId(), ...consent })
      .execute()
    await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'link_consented', {
      consentVersion: version,
      language,
    })
    return presentSession(services, tx, {
      ...link,
      consent_at: at,
      consent_version: version,
      consent_language: language,
    })
  })
}
