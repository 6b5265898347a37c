import type { IdentityCheck } from '@kyc/contract/check-vocabulary.ts'
import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { OtherName } from '@kyc/contract/other-names.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { relianceOf } from '../records/reliance.ts'

/** What proves the facts of an appearance: days of decisions only, never a document. */
export interface PersonProof {
  /** Of the appearance. */
  readonly id: string
  readonly stageName: string | null
  /** When the front of the ID was approved, and how the identity was checked. */
  readonly identity: { readonly on: string; readonly check: IdentityCheck | null } | null
  /** When each paper was approved; null of one that an older release approved without a day. */
  readonly papers: ReadonlyMap<PaperType, string | null>
}

interface ProofRow {
  readonly id: string
  readonly performer_id: string
  readonly other_names: OtherName[] | null
  readonly identity_on: string | null
  readonly identity_check: IdentityCheck | null
  readonly papers: { readonly type: PaperType; readonly on: string | null }[]
}

/** By the id of the performer. */
export async function findPersonProofs(
  db: Db,
  videoId: string,
  day: string,
): Promise<ReadonlyMap<string, PersonProof>> {
  const { rows } = await sql<ProofRow>`
    SELECT vp.id, vp.performer_id, p.other_names, coalesce(d.identity_check, reliance.identity_check) AS identity_check,
      (CASE WHEN p.status = 'approved' THEN d.decided_at ELSE reliance.checked_at END AT TIME ZONE 'Asia/Tokyo')::date AS identity_on,
      (SELECT coalesce(json_agg(json_build_object('type', a.type, 'on', (a.decided_at AT TIME ZONE 'Asia/Tokyo')::date)), '[]')
        FROM paper a WHERE a.video_id = vp.video_id AND a.performer_id = vp.performer_id AND a.is_current
          AND a.status = 'verified') AS papers
    FROM video_performer vp JOIN performer p ON p.id = vp.performer_id
      LEFT JOIN document_version d ON d.performer_id = p.id AND d.type = 'idFront' AND d.is_current AND d.status = 'verified'
      LEFT JOIN LATERAL (SELECT * FROM ${relianceOf('p')}) reliance ON true
    WHERE vp.video_id = ${videoId}::uuid`.execute(db)
  return new Map(
    rows.map(({ id, performer_id, other_names, identity_on, identity_check, papers }) => [
      performer_id,
      {
        id,
        stageName: stageNameOn(other_names, day),
        identity: identity_on === null ? null : { on: identity_on, check: identity_check },
        papers: new Map(papers.map(({ type, on }) => [type, on])),
      },
    ]),
  )
}

/** The stage name of the day; the one that began last, of several. */
function stageNameOn(names: readonly OtherName[] | null, day: string): string | null {
  const present = (names ?? []).filter(
    ({ kind, from, until }) => kind === 'stage' && (from ?? day) <= day && (until ?? day) >= day,
  )
  return present.toSorted((one, other) => (other.from ?? '').localeCompare(one.from ?? ''))[0]?.name ?? null
}
