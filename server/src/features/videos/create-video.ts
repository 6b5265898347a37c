import type { BodyOf, QueryOf } from '@kyc/contract/endpoint.ts'
import type { createVideo as endpoint, Video } from '@kyc/contract/videos.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { identityOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId, type OrganisationId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { holdMembership, ownerForNew } from '../access/scope.ts'
import { aboutVideo } from '../audit/about.ts'
import { withUniqueExternalId } from '../performers/unique-external-id.ts'
import { getVideo } from './get-video.ts'
import type { VideoServices } from './video-services.ts'
import { findVideo, insertVideo, videoExternalId } from './videos-repository.ts'

interface Create {
  readonly actor: Actor
  readonly query: QueryOf<typeof endpoint>
  readonly body: BodyOf<typeof endpoint>
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

const route = 'videos.create'

/** Creates a video of an organisation (D67); a repeated call creates no second one (D20). */
export async function createVideo(
  services: VideoServices,
  { actor, query, body: { title, externalId }, request }: Create,
): Promise<{ body: Video; headers: Record<string, string> }> {
  const owner = await ownerForNew(services.db, actor, query.organisation)
  const fields = { title, externalId: externalId || null } // the schema trims spaces
  const identity = identityOf({ scope: actor.id, route, request }, [owner, title, fields.externalId ?? ''])
  const isStillValid = async ({ id }: Video, tx: Tx) => {
    const row = await findVideo(tx, actor, id)
    return row?.title === title && row.external_id === fields.externalId
  }
  const { body, headers } = await replyOnce(services, { ...identity, status: 201, isStillValid }, (tx) =>
    insertAndRecord(services, tx, { actor, owner }, fields, request.ip),
  )
  return { body, headers: { ...headers, location: `/api/videos/${body.id}` } }
}

async function insertAndRecord(
  services: VideoServices,
  tx: Tx,
  { actor, owner }: { actor: Actor; owner: OrganisationId },
  { title, externalId }: { title: string; externalId: string | null },
  ip: string | null,
): Promise<Video> {
  await holdMembership(tx, actor, owner)
  const at = services.clock.now()
  const id = newId(at)
  const row = {
    id,
    owner_id: owner,
    registered_by: actor.id,
    title,
    external_id: externalId,
    created_at: at,
    updated_at: at,
  }
  await withUniqueExternalId(videoExternalId, () => insertVideo(tx, row))
  await services.audit.record(tx, { actor, ip }, 'create', aboutVideo(id, owner), {
    after: { title, externalId },
  })
  return getVideo(tx, actor, id)
}
