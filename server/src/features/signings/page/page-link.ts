import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { day } from '@kyc/contract/durations.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { linkTo } from '../../mails/send-letter.ts'
import { insertLink } from '../../performer-links/insert-link.ts'
import { openAddress } from '../../performer-links/link-address.ts'
import type { SigningRow } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'

/** A link to the page of a performer, for the mail that has it. */
export interface PageLink {
  readonly performerId: string
  readonly email: string
  readonly language: LinkLanguage
  readonly url: URL
  readonly expiresAt: Date
}

/** Creates a link to the page, which ends the former one. Requires the lock of the performer. */
export async function insertPageLink(
  services: SigningServices,
  tx: Tx,
  link: {
    readonly performerId: string
    readonly ownerId: string
    readonly createdBy: string
    readonly language: LinkLanguage
    readonly email: string
  },
): Promise<PageLink> {
  const { token, expiresAt } = await insertLink(services, tx, {
    ...link,
    kind: 'page',
    valid: signingLimits.pageDays * day,
  })
  const { performerId, email, language } = link
  return { performerId, email, language, url: linkTo(services, '/my', token), expiresAt }
}

/** The newest link to the page of a performer, whose address is the stored one also after its end. */
export async function findPageAddress(
  db: Db,
  performerId: string,
): Promise<{ readonly id: string; readonly performer_id: string; readonly email_box: Buffer } | undefined> {
  const link = await db
    .selectFrom('performer_link')
    .select(['id', 'performer_id', 'email_box'])
    .where('performer_id', '=', performerId)
    .where('kind', '=', 'page')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  const box = link?.email_box
  return box ? { ...link, email_box: box } : undefined
}

/** To whom, and in whose name, the performer is mailed about a signing; undefined without a stored address. */
export async function findPageMail(
  services: SigningServices,
  db: Db,
  { performer_id, owner_id, language }: Pick<SigningRow, 'performer_id' | 'owner_id' | 'language'>,
): Promise<
  | {
      readonly performerId: string
      readonly email: string
      readonly language: LinkLanguage
      readonly organisation: string
    }
  | undefined
> {
  const link = await findPageAddress(db, performer_id)
  if (!link) return undefined
  const email = await openAddress(services, db, link)
  const organisation = await nameOutside(db, owner_id, language)
  return { performerId: performer_id, email, language, organisation }
}

/** The name of an organisation in mails to people outside, which no name reaches that the office has not approved (D115). */
export async function nameOutside(db: Db, organisation: string, language: LinkLanguage): Promise<string> {
  const approved = await db
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', organisation)
    .where('approved_at', 'is not', null)
    .executeTakeFirst()
  return approved?.name ?? unapproved[language]
}

const unapproved: Readonly<Record<LinkLanguage, string>> = {
  ja: '（運営者が名称を確認中の組織）',
  en: '(an organisation whose name is being reviewed)',
}
