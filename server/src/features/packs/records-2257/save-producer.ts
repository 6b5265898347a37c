import { isDeepStrictEqual } from 'node:util'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { saveProducer as endpoint, PrimaryProducer, Record2257 } from '@kyc/contract/records-2257.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { aboutVideo } from '../../audit/about.ts'
import { lockVideo } from '../../videos/videos-repository.ts'
import type { PackServices } from '../pack-services.ts'
import { findRecord2257 } from './records-repository.ts'

interface Save {
  readonly actor: Actor
  readonly id: string
  readonly input: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/** Names the primary producer of a video. Equal values change nothing; CONFLICT if another account has changed them since. */
export function saveProducer(
  { audit, db }: PackServices,
  { actor, id, input: { version, ...input }, ip }: Save,
): Promise<Record2257> {
  return inTransaction(db, async (tx) => {
    const video = await lockVideo(tx, actor, id)
    if (!video) throw new Problem('VIDEO_NOT_FOUND')
    const stored = await findRecord2257(tx, id)
    const [before, after] = [stored.producer, input.name === '' ? null : input]
    if (isDeepStrictEqual(before, after)) return stored
    if (stored.version !== version) throw new Problem('CONFLICT')
    await sql`INSERT INTO primary_producer (video_id, name, address)
      VALUES (${id}, ${after?.name ?? null}, ${after?.address ?? null})
      ON CONFLICT (video_id) DO UPDATE SET name = excluded.name, address = excluded.address,
        version = primary_producer.version + 1`.execute(tx)
    await audit.record(tx, { actor, ip }, 'update', aboutVideo(id, video.owner_id), {
      change: 'producer',
      before: { producer: inOneLine(before) },
      after: { producer: inOneLine(after) },
    })
    return findRecord2257(tx, id)
  })
}

function inOneLine(producer: PrimaryProducer | null): string | null {
  return producer && `${producer.name}、${producer.address}`
}
