import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { type AnyDocumentType, anyDocumentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'

type Opening = PageSession['openings'][number]

interface OpeningRow {
  readonly rtype: 'document' | 'shared_video'
  readonly actor: string
  readonly at_us: string
  /** `{performer}/{type}`, or `{share}/{type}` */
  readonly rid: string
  /** Null for the office. */
  readonly organisation: string | null
}

/**
 * Who opened the documents of a performer, newest first: the organisation or the office, and the day (D104). Several openings of a
 * document on one day are one. The acts of the performer itself are none.
 */
export async function readOpenings(db: Db, performerId: string, language: LinkLanguage): Promise<Opening[]> {
  // A range, so that only the index of the subject has the order: with a few entries of a performer, the planner would read the newest
  // entries of the whole log instead. Accounts without a role of the office open only the records of their organisation, which owns the entry. A
  // document of a shared title has a second entry, which the organisation that has opened it owns (D113).
  const { rows } = await sql<OpeningRow>`
    SELECT e.at_us::text, e.rtype, e.actor, e.rid, (SELECT o.name FROM organisation o WHERE o.id = e.owner AND (
      EXISTS (SELECT FROM account a WHERE a.id = e.actor AND a.role = 'user')
      OR EXISTS (SELECT FROM membership m WHERE m.organisation_id = o.id AND m.account_id = e.actor))) AS organisation
    FROM (
      SELECT id, at_us, rtype, rid, actor, owner FROM audit_event
      WHERE subject >= ${performerId}::uuid AND subject <= ${performerId}::uuid AND rtype IN ('document', 'shared_video') AND action IN ('read', 'download')
        AND actor IS NOT NULL
      ORDER BY subject, id DESC LIMIT ${signingLimits.openings.read}) e
    ORDER BY e.id DESC`.execute(db)
  const openings = withoutOwnersOfShares(rows).flatMap((row): Opening[] => {
    const type = anyDocumentTypeOf(row.rid.split('/')[1] ?? '')
    if (type === undefined) return []
    const on = dayInJapan(new Date(Number(row.at_us) / 1000))
    return [{ by: row.organisation ?? office[language], on, document: labels[language][type] }]
  })
  const distinct = new Map(openings.map((each) => [JSON.stringify(each), each]))
  return [...distinct.values()].slice(0, signingLimits.openings.shown)
}

/** Without the entry that the owner of a shared title has about an opening by another organisation: the older one of the two. */
function withoutOwnersOfShares(rows: readonly OpeningRow[]): OpeningRow[] {
  const pending: string[] = []
  return rows.filter(({ rtype, actor, rid }) => {
    const opening = `${actor}/${rid.split('/')[1]}`
    if (rtype === 'shared_video') return pending.push(opening)
    const pair = pending.indexOf(opening)
    if (pair >= 0) pending.splice(pair, 1)
    return pair < 0
  })
}

const office = { ja: '運営', en: 'The operator of this system' } as const satisfies Record<
  LinkLanguage,
  string
>

const labels: Readonly<Record<LinkLanguage, Readonly<Record<AnyDocumentType, string>>>> = {
  ja: anyDocumentLabels,
  en: {
    agreementFile: 'Agreement',
    idFront: 'Front of your ID',
    idBack: 'Back of your ID',
    selfie: 'Photo of you',
    selfieWithId: 'Photo of you with your ID',
    ageVerification: 'Proof of age',
    residenceProof: 'Proof of residence',
    contract: 'Contract',
    explanationSheet: 'Explanation sheet',
  },
}
