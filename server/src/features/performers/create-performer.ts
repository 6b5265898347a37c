import { dayInJapan } from '@kyc/contract/dates.ts'
import { performerStatus } from '@kyc/contract/document-rules.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import {
  createPerformer as endpoint,
  type Performer,
  type PerformerDetails,
} from '@kyc/contract/performers.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo, Upload } from '../../platform/http/requests/binding.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import type { NamedActor } from '../access/actor.ts'
import { searchColumns } from '../access/fold-name.ts'
import { holdMembership, ownerForNew } from '../access/scope.ts'
import { aboutPerformer } from '../audit/about.ts'
import type { UploadServices } from '../documents/document-services.ts'
import { insertDocuments } from '../documents/intake/insert-documents.ts'
import { receiveForm } from '../documents/intake/receive-form.ts'
import { refuseForm, type StoredDocument, storeFiles } from '../documents/intake/store-files.ts'
import { claimOrReplay } from '../documents/intake/upload-attempt.ts'
import { type NewPerformerKey, newPerformerKey } from '../records/performer-keys.ts'
import { columnsOf } from '../records/performer-row.ts'
import { findRecord, insertPerformer } from '../records/performers-repository.ts'
import { checkRegistration } from './check-registration.ts'
import { presentPerformer } from './present-performer.ts'
import { performerExternalId, takenExternalId, withUniqueExternalId } from './unique-external-id.ts'

interface Registration {
  readonly actor: NamedActor
  readonly query: QueryOf<typeof endpoint>
  readonly upload: Upload<DocumentType>
  readonly request: RequestInfo
}

/**
 * Registers a performer. Stores the files first; then one transaction inserts row, documents, key, audit
 * entry and the saved reply (spec §2, D20). After a crash at any point nothing is visible.
 * Reports all faults of fields and files at once. Required documents may be missing in a draft.
 */
export async function createPerformer(
  services: UploadServices,
  { actor, query, upload, request }: Registration,
): Promise<{ body: Performer; headers: Readonly<Record<string, string>> }> {
  const owner = await ownerForNew(services.db, actor, query.organisation)
  const draft = query.draft === 'true'
  await using form = await receiveForm(services.intake, upload, (part) => part)
  const { faults, details } = checkRegistration(form, services.clock.now(), { draft })
  if (faults.length > 0 || form.refused.length > 0) {
    const taken = await takenExternalId(services.db, owner, details.external_id)
    return await refuseForm(services, { actor, organisation: owner }, form, [...faults, ...taken])
  }
  const claim = await claimOrReplay<Performer>(services, {
    actor,
    request,
    endpoint,
    target: draft ? [owner, 'draft'] : [owner],
    organisation: owner,
    form,
    registrations: 1,
    performerOf: ({ id }) => id,
    isStillValid: async ({ id }, tx) => (await findRecord(tx, actor, id)) !== undefined,
  })
  if ('replay' in claim) return created(claim.replay, { 'idempotent-replayed': 'true' })
  await using attempt = claim.attempt
  const key = newPerformerKey(services)
  const taken = await takenExternalId(services.db, owner, details.external_id)
  const documents = await storeFiles(services, attempt, key, taken)
  const performer = await attempt.commit((tx) =>
    registerPerformer(services, tx, { actor, owner, ip: request.ip, details, key, documents }),
  )
  return created(performer)
}

function created(body: Performer, headers: Readonly<Record<string, string>> = {}) {
  return { body, headers: { ...headers, location: `/api/performers/${body.id}` } }
}

/** The part of a registration that is written in the transaction. */
export async function registerPerformer(
  { audit, clock }: Pick<UploadServices, 'audit' | 'clock'>,
  tx: Tx,
  registration: {
    actor: NamedActor
    owner: OrganisationId
    ip: string | null
    details: PerformerDetails
    key: NewPerformerKey
    documents: readonly StoredDocument[]
  },
): Promise<Performer> {
  const { actor, owner, ip, details, key, documents } = registration
  const now = clock.now()
  const organisation = await holdMembership(tx, actor, owner)
  const status = performerStatus(documents.map(({ type }) => ({ type, status: 'pending' })))
  const row = await withUniqueExternalId(performerExternalId, () =>
    insertPerformer(tx, {
      ...toRow(key.performerId, details, now),
      status,
      pending_since: status === 'draft' ? null : now,
      owner_id: owner,
      registered_by: actor.id,
    }),
  )
  await insertDocuments(tx, key, documents, { by: actor.id, at: now })
  await audit.record(tx, { actor, ip }, 'create', aboutPerformer(key.performerId, owner), {
    after: details,
    documents: documents.map((document) => document.type),
  })
  return presentPerformer(
    { ...row, owner_name: organisation.name, registrar_name: actor.name, relied: false },
    dayInJapan(now),
  )
}

function toRow(id: string, fields: PerformerDetails, now: Date) {
  return {
    id,
    ...columnsOf(fields),
    ...searchColumns(fields),
    created_at: now,
    updated_at: now,
  }
}
