import { dayInJapan } from '@kyc/contract/dates.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { Performer, PerformerDetails } from '@kyc/contract/performers.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { searchColumns } from '../../platform/fold-name.ts'
import type { RequestInfo, Upload } from '../../platform/http/requests/binding.ts'
import type { Actor, NamedActor } from '../access/actor.ts'
import { insertDocuments } from '../documents/intake/insert-documents.ts'
import { withStagedUploads } from '../documents/intake/stage-uploads.ts'
import type { Staged } from '../documents/intake/staged.ts'
import { newPerformerKey } from '../documents/performer-keys.ts'
import { checkRegistration } from './check-registration.ts'
import { externalIdOnce, performerExternalId } from './external-id-once.ts'
import { columnsOf } from './performer-row.ts'
import type { PerformerServices } from './performer-services.ts'
import { findPerformer, insertPerformer } from './performers-repository.ts'
import { presentPerformer } from './present-performer.ts'

/**
 * Registers a performer: its row, documents, key, audit entry and the saved answer are one transaction, after the
 * files are on the disk (spec §2, D20).
 */
export async function createPerformer(
  services: PerformerServices,
  { actor, upload, request }: { actor: NamedActor; upload: Upload; request: RequestInfo },
): Promise<{ body: Performer; headers: Readonly<Record<string, string>> }> {
  const { body, headers } = await withStagedUploads(
    services,
    {
      actor,
      upload,
      request,
      route: 'performers.create',
      scope: [],
      registrations: 1,
      slotOf: (part) => part as DocumentType, // the endpoint lets through no other parts than its slots
      check: async (fields, slots) => checkRegistration(fields, slots, services.clock.now()),
      performer: async () => newPerformerKey(services),
      stillHolds: async (saved, tx) => (await findPerformer(tx, actor, String(saved.id))) !== undefined,
    },
    async (tx, staged) => ({
      status: 201,
      body: await registerPerformer(services, tx, { actor, ip: request.ip, staged }),
    }),
  )
  const performer = body as Performer // what registerPerformer answered, now or at the first time
  return { body: performer, headers: { ...headers, location: `/api/performers/${performer.id}` } }
}

/** The part of a registration that is written in the transaction. */
export async function registerPerformer(
  services: PerformerServices,
  tx: Tx,
  { actor, ip, staged }: { actor: NamedActor; ip: string | null; staged: Staged<PerformerDetails> },
): Promise<Performer> {
  const now = services.clock.now()
  const { fields, documents } = staged
  const { performerId } = staged.performer
  const row = await externalIdOnce(performerExternalId, () =>
    insertPerformer(tx, toRow(performerId, actor, fields, now)),
  )
  await insertDocuments(services, tx, actor, staged)
  await services.audit.record(tx, {
    actor: actor.id,
    action: 'create',
    resourceType: 'performer',
    resourceId: performerId,
    owner: actor.id,
    ip,
    details: { after: fields, documents: documents.map((document) => document.type) },
  })
  return presentPerformer({ ...row, owner_name: actor.name }, dayInJapan(now))
}

function toRow(id: string, owner: Actor, fields: PerformerDetails, now: Date) {
  return {
    id,
    owner_id: owner.id,
    ...columnsOf(fields),
    ...searchColumns(fields),
    pending_since: now,
    created_at: now,
    updated_at: now,
  }
}
