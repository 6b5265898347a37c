import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { Channel, updateChannel as endpoint } from '@kyc/contract/readiness.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutOrganisation } from '../../audit/about.ts'
import type { VideoServices } from '../video-services.ts'
import { lockVideo } from '../videos-repository.ts'

/** The channels of an organisation, by name. */
export async function findChannels(db: Db, owner: string): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    SELECT id, name, consent_months AS "consentMonths", download, version FROM channel
    WHERE owner_id = ${owner}::uuid ORDER BY name, id`.execute(db)
  return rows
}

interface UpdateChannel {
  readonly actor: Actor
  /** The video on whose page the channel is changed. */
  readonly id: string
  readonly channelId: string
  readonly ip: string | null
  readonly input: BodyOf<typeof endpoint>
}

/** Sets the rules of a channel for all videos of its organisation. The answers of all of them are computed again by the job. */
export function updateChannel(
  services: VideoServices,
  { actor, id, channelId, ip, input }: UpdateChannel,
): Promise<Channel[]> {
  return inTransaction(services.db, async (tx) => {
    const video = await lockVideo(tx, actor, id)
    if (!video) throw new Problem('VIDEO_NOT_FOUND')
    const owner = video.owner_id
    const row = (await findChannels(tx, owner)).find((each) => each.id === channelId)
    if (!isId(channelId) || !row) throw new Problem('CHANNEL_NOT_FOUND')
    const [before, after] = [rulesOf(row), rulesOf(input)]
    if (before.consentMonths !== after.consentMonths || before.download !== after.download) {
      const { rows } =
        await sql`UPDATE channel SET consent_months = ${after.consentMonths}, download = ${after.download},
        version = version + 1 WHERE id = ${channelId} AND version = ${input.version} RETURNING id`.execute(tx)
      if (rows.length === 0) throw new Problem('CONFLICT')
      const details = { channel: row.name, before, after }
      await services.audit.record(tx, { actor, ip }, 'update', aboutOrganisation(owner), details)
    }
    return findChannels(tx, owner)
  })
}

function rulesOf({
  consentMonths,
  download,
}: {
  consentMonths?: number | null | undefined
  download: boolean
}) {
  return { consentMonths: consentMonths ?? null, download }
}
