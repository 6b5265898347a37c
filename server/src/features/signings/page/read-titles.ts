import {
  earliestPublication,
  earliestShooting,
  freeCancellation,
  publishedOn,
} from '@kyc/contract/law-periods.ts'
import { isCovered } from '@kyc/contract/law-rule.ts'
import { shootingEnd } from '@kyc/contract/law-shootings.ts'
import type { PageTitle } from '@kyc/contract/page-session.ts'
import type { StoredAppearance, StoredTitle } from '@kyc/contract/title-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { appearanceOf, hasEnded, lawTitle, titleOf } from '../../videos/facts/title-facts.ts'

interface OwnTitleRow {
  readonly id: string
  readonly title: string
  readonly organisation_name: string
  readonly title_facts: Partial<StoredTitle>
  readonly facts: Partial<StoredAppearance>
  readonly publications: PageTitle['publications']
}

/**
 * The titles of a performer with the days of its own appearance, the newest first (D104). They contain nothing about
 * other persons: neither partners nor others who were shot.
 */
export async function readPageTitles(db: Db, performerId: string, today: string): Promise<PageTitle[]> {
  const { rows } = await sql<OwnTitleRow>`
    SELECT v.id, v.title, o.name AS organisation_name, v.facts AS title_facts, vp.facts, (
      SELECT coalesce(json_agg(json_build_object(
        'channel', c.name, 'startedOn', u.started_on, 'endedOn', u.ended_on, 'address', u.address)
        ORDER BY u.started_on, u.id), '[]')
      FROM publication u JOIN channel c ON c.id = u.channel_id WHERE u.video_id = v.id) AS publications
    FROM video_performer vp JOIN video v ON v.id = vp.video_id JOIN organisation o ON o.id = v.owner_id
    WHERE vp.performer_id = ${performerId}::uuid ORDER BY vp.video_id DESC`.execute(db)
  return rows.map((row) => presentTitle(row, performerId, today))
}

function presentTitle(row: OwnTitleRow, performerId: string, today: string): PageTitle {
  const title = titleOf(row.title_facts)
  const appearance = appearanceOf(row.facts)
  const { contract, sheet, footage, ended } = appearance
  return {
    videoId: row.id,
    title: row.title,
    productNumber: title.productNumber,
    organisationName: row.organisation_name,
    shootingDays: shootingDaysOf(title, performerId),
    contractSignedOn: contract?.signedOn ?? null,
    contractReceivedOn: contract?.receivedOn ?? null,
    sheetReceivedOn: sheet?.receivedOn ?? null,
    ...(isCovered(title)
      ? periodsOf(title, appearance, publishedOn(row.publications, today))
      : { shootingFrom: null, publicationFrom: null, cancelUntil: null }),
    footage: footage && {
      offeredOn: footage.offeredOn,
      way: footage.way,
      until: footage.until,
      answer: footage.answer,
      address: footage.address,
    },
    publications: row.publications,
    // Before that day the performer can still cancel.
    ended: ended && hasEnded(appearance, today) ? { kind: ended.kind, on: ended.on } : null,
  }
}

/** The days on which the performer was or will be shot: a shooting without names is one of all performers. */
function shootingDaysOf({ shootings }: StoredTitle, performerId: string): string[] {
  const own = shootings.filter(
    ({ performerIds }) => performerIds.length === 0 || performerIds.includes(performerId),
  )
  return [...new Set(own.flatMap(({ shotOn, plannedOn }) => shotOn ?? plannedOn ?? []))].toSorted()
}

/** The periods of the act (7条, 9条, 13条), as far as the record has the days that they count from. */
function periodsOf(
  title: StoredTitle,
  { contract, sheet }: StoredAppearance,
  published: string | null,
): Pick<PageTitle, 'shootingFrom' | 'publicationFrom' | 'cancelUntil'> {
  // As the gate finds it on that day.
  const ended = title.shootingEndedOn && shootingEnd(lawTitle(title), title.shootingEndedOn)
  return {
    shootingFrom:
      contract?.receivedOn && sheet
        ? earliestShooting({ contract: contract.receivedOn, sheet: sheet.receivedOn })
        : null,
    publicationFrom: ended && earliestPublication(ended),
    cancelUntil: contract && cancelUntil(contract, published),
  }
}

function cancelUntil(
  { offeredOn, signedOn }: NonNullable<StoredAppearance['contract']>,
  published: string | null,
): string | null {
  const period = freeCancellation({ offeredOn, contractedOn: signedOn, publishedOn: published })
  if (period.kind === 'none') return null
  return period.kind === 'until' ? period.day : 'open'
}
