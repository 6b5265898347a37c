import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { updateVideo as endpoint, Video } from '@kyc/contract/videos.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutVideo } from '../audit/about.ts'
import { withUniqueExternalId } from '../performers/unique-external-id.ts'
import { getVideo, getVideoRow, requireEditableVideo } from './get-video.ts'
import type { VideoServices } from './video-services.ts'
import { updateVideoRow, type VideoRow, videoExternalId } from './videos-repository.ts'

interface Update {
  readonly actor: Actor
  readonly id: string
  readonly changes: BodyOf<typeof endpoint>
  readonly ip: string | null
}

interface Fields {
  readonly title: string
  readonly externalId: string | null
}

/** Changes title and external id. Unchanged values create no entry. */
export function updateVideo(services: VideoServices, update: Update): Promise<Video> {
  return inTransaction(services.db, async (tx) => {
    await requireEditableVideo(tx, update.actor, update.id)
    const row = await getVideoRow(tx, update.actor, update.id)
    const before: Fields = { title: row.title, externalId: row.external_id }
    const after = { ...before, ...fieldsOf(update.changes) }
    const changed = (['title', 'externalId'] as const).filter((name) => before[name] !== after[name])
    if (changed.length > 0) await change(services, tx, row, { before, after, changed }, update)
    return getVideo(tx, update.actor, update.id)
  })
}

/** Absent fields remain absent; an empty external id becomes null. */
function fieldsOf({ title, externalId }: Update['changes']): Partial<Fields> {
  return {
    ...(title === undefined ? {} : { title }),
    ...(externalId === undefined ? {} : { externalId: externalId || null }),
  }
}

async function change(
  services: VideoServices,
  tx: Tx,
  row: VideoRow,
  { before, after, changed }: { before: Fields; after: Fields; changed: readonly (keyof Fields)[] },
  { actor, ip }: Update,
): Promise<void> {
  const columns = { title: after.title, external_id: after.externalId }
  if (!(await withUniqueExternalId(videoExternalId, () => updateVideoRow(services, tx, row, columns))))
    throw new Problem('CONFLICT')
  const pick = (fields: Fields) => Object.fromEntries(changed.map((name) => [name, fields[name]]))
  await services.audit.record(tx, { actor, ip }, 'update', aboutVideo(row.id, row.owner_id), {
    before: pick(before),
    after: pick(after),
  })
}
