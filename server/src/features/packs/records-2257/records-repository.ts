import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import type { Custodian, getCustodian, PrimaryProducer, Record2257 } from '@kyc/contract/records-2257.ts'
import type { StoredTitle } from '@kyc/contract/title-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { titleOf } from '../../videos/facts/title-facts.ts'

/** The custodian of an organisation, or none. */
export async function findCustodian(db: Db, organisationId: string): Promise<ReplyOf<typeof getCustodian>> {
  const { rows } = await sql<{ custodian: Custodian | null; version: number }>`
    SELECT ${custodianOf} AS custodian, c.version FROM custodian c
    WHERE c.organisation_id = ${organisationId}::uuid`.execute(db)
  return rows[0] ?? { custodian: null, version: 0 }
}

const custodianOf = sql`CASE WHEN c.name IS NOT NULL
  THEN json_build_object('name', c.name, 'title', c.title, 'address', c.address) END`

interface RecordRow {
  readonly id: string
  readonly title: string
  readonly facts: Partial<StoredTitle>
  readonly custodian: Custodian | null
  readonly producer: PrimaryProducer | null
  readonly version: number
}

/** What the statement of each of the videos is made of, by its id. */
export async function findRecords2257(db: Db, videoIds: readonly string[]): Promise<Map<string, Record2257>> {
  const { rows } = await sql<RecordRow>`
    SELECT v.id, v.title, v.facts, ${custodianOf} AS custodian, coalesce(p.version, 0) AS version,
      CASE WHEN p.name IS NOT NULL THEN json_build_object('name', p.name, 'address', p.address) END AS producer
    FROM video v LEFT JOIN custodian c ON c.organisation_id = v.owner_id
      LEFT JOIN primary_producer p ON p.video_id = v.id WHERE v.id = ANY(${videoIds}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, facts, ...row }) => [id, { ...row, producedOn: shotOn(facts) }]))
}

export async function findRecord2257(db: Db, videoId: string): Promise<Record2257> {
  const record = (await findRecords2257(db, [videoId])).get(videoId)
  if (!record) throw new Error('the video does not exist')
  return record
}

/** The days on which a video was shot, each once. */
function shotOn(facts: Partial<StoredTitle>): string[] {
  const days = titleOf(facts).shootings.flatMap((shooting) => shooting.shotOn ?? [])
  return [...new Set(days)].toSorted()
}
