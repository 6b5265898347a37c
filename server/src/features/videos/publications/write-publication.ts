import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Publication, PublicationInput, Publications } from '@kyc/contract/publications.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutVideo } from '../../audit/about.ts'
import { extendRetention } from '../../records/destruction/retention-end.ts'
import { refreshGate } from '../gate/refresh-gate.ts'
import { refuseMissing } from '../gate/refuse-missing.ts'
import type { VideoServices } from '../video-services.ts'
import { lockVideo, readSaleState, touchVideo } from '../videos-repository.ts'
import { listPublications } from './list-publications.ts'
import {
  ensureChannel,
  findPublications,
  insertPublication,
  type PublicationColumns,
  updatePublicationRow,
} from './publications-repository.ts'

interface OnVideo {
  readonly actor: Actor
  /** The id of the video. */
  readonly id: string
  readonly ip: string | null
}

/** The fields of a publication as they are stored and compared. */
type Fields = Pick<Publication, 'channel' | 'startedOn' | 'endedOn' | 'address' | 'externalId'>

/** Records that a video went on sale on a channel. A repeat with the same values changes nothing. */
export function addPublication(
  services: VideoServices,
  act: OnVideo & { readonly input: PublicationInput },
): Promise<Publications> {
  return onLockedVideo(services, act, async (tx, owner) => {
    const after = fieldsOf(act.input)
    const before = await findPublications(tx, act.id)
    if (before.some((each) => isSame(fieldsOf(each), after))) return undefined
    if (before.length >= limits.publications.perVideo) throw new Problem('TOO_MANY_PUBLICATIONS')
    refuseSecondOpen(before, after)
    await refuseMissing(tx, act.id, { ...after, today: dayInJapan(services.clock.now()) })
    const at = services.clock.now()
    const columns = await columnsOf(tx, { owner, at }, after)
    await insertPublication(tx, { ...columns, videoId: act.id, by: { created_by: act.actor.id }, at })
    await keepRecords(services, tx, act.id, after)
    return { after }
  })
}

/** Ends or corrects a publication. CONFLICT if another account has changed it since. */
export function updatePublication(
  services: VideoServices,
  act: OnVideo & {
    readonly publicationId: string
    readonly version: number
    readonly input: PublicationInput
  },
): Promise<Publications> {
  return onLockedVideo(services, act, async (tx, owner) => {
    const publications = await findPublications(tx, act.id)
    const row = publications.find(({ id }) => id === act.publicationId)
    if (!row) throw new Problem('PUBLICATION_NOT_FOUND')
    const [before, after] = [fieldsOf(row), fieldsOf(act.input)]
    if (isSame(before, after)) return undefined
    if (row.version !== act.version) throw new Problem('CONFLICT')
    refuseSecondOpen(
      publications.filter(({ id }) => id !== row.id),
      after,
    )
    // An end is recorded whatever the records lack. What is on sale elsewhere or for longer is checked like a new
    // publication.
    const today = dayInJapan(services.clock.now())
    if (
      before.channel !== after.channel ||
      startsOtherwise(before, after, today) ||
      endsLater(before, after, today)
    )
      await refuseMissing(tx, act.id, { ...after, today })
    const at = services.clock.now()
    const columns = await columnsOf(tx, { owner, at }, after)
    await updatePublicationRow(tx, row.id, { ...columns, version: row.version + 1, updated_at: at })
    await keepRecords(services, tx, act.id, after)
    return { before, after }
  })
}

/** Whether a change of the first day puts the video on sale earlier, or on a day that is still to come. */
export function startsOtherwise(
  { startedOn: before }: Pick<Fields, 'startedOn'>,
  { startedOn: after }: Pick<Fields, 'startedOn'>,
  today: string,
): boolean {
  return after < before || (after > before && after > today)
}

/** Whether a change of the last day, or its removal, puts the video back on sale or keeps it there for longer. */
function endsLater({ endedOn: before }: Fields, { endedOn: after }: Fields, today: string): boolean {
  return before !== null && (after === null || (after > before && after >= today))
}

/** States that no publication of the video is missing, or takes that back. */
export function statePublications(
  services: VideoServices,
  act: OnVideo & { readonly known: boolean },
): Promise<Publications> {
  return onLockedVideo(services, act, async (tx) => {
    const { known } = await readSaleState(tx, act.id)
    if (known === act.known) return undefined
    await tx.updateTable('video').set({ publications_known: act.known }).where('id', '=', act.id).execute()
    return { before: { publicationsKnown: known }, after: { publicationsKnown: act.known } }
  })
}

/**
 * Runs a change of the publications of one video after another. `change` returns the details of its entry; none if
 * nothing changed.
 */
function onLockedVideo(
  services: VideoServices,
  { actor, id, ip }: OnVideo,
  change: (tx: Tx, owner: string) => Promise<AuditDetails | undefined>,
): Promise<Publications> {
  return inTransaction(services.db, async (tx) => {
    const video = await lockVideo(tx, actor, id)
    if (!video) throw new Problem('VIDEO_NOT_FOUND')
    const details = await change(tx, video.owner_id)
    if (details) {
      await touchVideo(services, tx, id)
      await services.audit.record(tx, { actor, ip }, 'update', aboutVideo(id, video.owner_id), details)
      await refreshGate(services, tx, id)
    }
    return listPublications(tx, { id, owner: video.owner_id })
  })
}

function fieldsOf({
  channel,
  startedOn,
  endedOn,
  address,
  externalId,
}: PublicationInput | Publication): Fields {
  const [end, place, external] = [endedOn ?? null, address || null, externalId || null]
  return { channel, startedOn, endedOn: end, address: place, externalId: external }
}

function isSame(one: Fields, other: Fields): boolean {
  return (Object.keys(one) as (keyof Fields)[]).every((name) => one[name] === other[name]) // both have all keys
}

/** Refuses a second open publication on a channel. The lock on the video excludes concurrent ones. */
function refuseSecondOpen(others: readonly Publication[], { channel, endedOn }: Fields): void {
  if (endedOn === null && others.some((each) => each.endedOn === null && each.channel === channel))
    throw new Problem('PUBLISHED_THERE')
}

async function columnsOf(
  tx: Tx,
  { owner, at }: { owner: string; at: Date },
  { channel, startedOn, endedOn, address, externalId }: Fields,
): Promise<PublicationColumns> {
  const channel_id = await ensureChannel(tx, { ownerId: owner, name: channel, at })
  return { channel_id, started_on: startedOn, ended_on: endedOn, address, external_id: externalId }
}

/**
 * The records of the performers are kept from the last day on sale on (D110); before it, `record_kept_by` keeps them.
 */
export async function keepRecords(
  { config }: VideoServices,
  tx: Tx,
  videoId: string,
  { endedOn }: Pick<Fields, 'endedOn'>,
): Promise<void> {
  if (endedOn) await extendRetention(tx, { videoId, onSaleUntil: endedOn, years: config.retentionYears })
}
