import type { LinkLanguage } from '@kyc/contract/consent.ts'
import type { ContractTemplate } from '@kyc/contract/contract-templates.ts'
import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { isUnderAge } from '@kyc/contract/signing-obstacles.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import type { createSigning as endpoint } from '@kyc/contract/signings.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { fingerprintOf, sentKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { findReplay, replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutPerformer } from '../audit/about.ts'
import type { StoredDocument } from '../documents/intake/store-files.ts'
import { storeMadeFiles } from '../documents/intake/store-made-files.ts'
import { fileColumns } from '../documents/intake/stored-columns.ts'
import { queueDeletion } from '../records/destruction/delete-objects.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { type SigningContent, signingBoxes } from '../records/signing-content.ts'
import { type FactsRow, readFactsOf } from '../videos/facts/facts-repository.ts'
import { appearanceOf, titleOf } from '../videos/facts/title-facts.ts'
import { type Appearance, lockAppearance } from '../videos/papers/find-appearance.ts'
import { getSigning } from './get-signing.ts'
import { type DraftValues, makeDrafts } from './make-drafts.ts'
import { endExpired, requireNoneOpen } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { findTemplate } from './templates/find-template.ts'

interface Drafting {
  readonly actor: Actor
  readonly found: Appearance & { readonly performer: RecordRow }
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

const route = 'signings.create'

/**
 * Makes contract and explanation sheet of an appearance from templates. The PDFs are stored first; one transaction then replaces
 * the draft that was not sent (D101). A repeated call with the same key returns the same draft, also after it was sent (D20).
 */
export async function createSigning(
  services: SigningServices,
  drafting: Drafting,
): Promise<{ body: Signing; headers: Readonly<Record<string, string>> }> {
  const { actor, found, body, request } = drafting
  const { db } = services
  requireEditable(found.performer)
  const appearance = { videoId: found.videoId, performerId: found.performerId }
  const once = {
    key: sentKeyOf({ scope: actor.id, route, request }),
    fingerprint: fingerprintOf([route, JSON.stringify({ ...appearance, body })]),
    status: 201,
    about: found.performerId,
  } as const
  const replay = await findReplay<Signing>(services, db, once)
  if (replay) return replay
  const templates = await requireTemplates(db, found.performer.owner_id, body)
  const row = await readFactsOf(db, found.videoId)
  requirePartners(row, found, body.partnerIds)
  await requireDraftable(services, db, found, row)
  const made = await makeDrafts(templates, await valuesOf(db, row, found.performer, body))
  const key = await decryptPerformerKey(services, db, found.performerId)
  await using stored = await storeMadeFiles(services, key, actor.id, made)
  const id = newId()
  // Awaited here: the stored files are disposed when this function ends.
  return await replyOnce(services, once, async (tx) => {
    const performer = await lockAppearance(tx, actor, found)
    await requireDraftable(services, tx, { ...found, performer }, await readFactsOf(tx, found.videoId))
    await stored.commit(tx)
    await deleteDraft(tx, found)
    await insertDraft(services, tx, { ...drafting, id, performer, templates, documents: stored.documents })
    return getSigning(services, tx, actor, id)
  })
}

async function requireTemplates(
  db: Db,
  owner: string,
  { contractTemplate, sheetTemplate, language }: Drafting['body'],
): Promise<Readonly<Record<PaperType, ContractTemplate>>> {
  const find = async (field: string, id: string, type: PaperType) => {
    const template = await findTemplate(db, owner, id)
    if (template?.type !== type) throw new Problem('TEMPLATE_NOT_FOUND', { field })
    return requireLanguage(template, field, language)
  }
  return {
    contract: await find('contractTemplate', contractTemplate, 'contract'),
    explanationSheet: await find('sheetTemplate', sheetTemplate, 'explanationSheet'),
  }
}

function requireLanguage(
  template: ContractTemplate,
  field: string,
  language: LinkLanguage,
): ContractTemplate {
  if (template.language !== language)
    throw fieldProblem(field, '選択した言語のテンプレートを選択してください。')
  return template
}

/** The partners that the contract names appear in the video, and are other persons. */
function requirePartners(
  { appearances }: FactsRow,
  { performerId }: Appearance,
  partnerIds: readonly string[],
): void {
  const others = appearances.filter((each) => each.name !== null && each.performerId !== performerId)
  if (!partnerIds.every((id) => others.some((each) => each.performerId === id)))
    throw fieldProblem('partnerIds', '相手役は、この動画のほかの出演者から選択してください。')
}

/** Refuses an offer to a person under 18, of an ended appearance, or while one is under way. */
async function requireDraftable(
  { clock }: Pick<SigningServices, 'clock'>,
  db: Db,
  { videoId, performerId, performer }: Drafting['found'],
  { appearances }: FactsRow,
): Promise<void> {
  const now = clock.now()
  if (isUnderAge(performer.date_of_birth, now)) throw new Problem('SIGNING_UNDER_AGE')
  const appearance = appearances.find((each) => each.performerId === performerId)
  if (appearanceOf(appearance?.facts ?? {}).ended) throw new Problem('APPEARANCE_ENDED')
  await requireNoneOpen(db, { videoId, performerId }, now)
}

async function valuesOf(
  db: Db,
  { title, facts }: FactsRow,
  { owner_id, last_name, first_name }: RecordRow,
  body: Drafting['body'],
): Promise<DraftValues> {
  const { name } = await db
    .selectFrom('organisation')
    .select('name')
    .where('id', '=', owner_id)
    .executeTakeFirstOrThrow()
  return {
    ...body.facts,
    title,
    productNumber: titleOf(facts).productNumber ?? '',
    organisation: name,
    performer: `${last_name} ${first_name}`,
  }
}

/** Deletes the draft of the appearance with its files. Requires the lock of the appearance. */
export async function deleteDraft(tx: Tx, { videoId, performerId }: Appearance): Promise<void> {
  const draft = await tx
    .selectFrom('signing')
    .select('id')
    .where('video_id', '=', videoId)
    .where('performer_id', '=', performerId)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  if (!draft) return
  const files = await tx
    .deleteFrom('signing_paper')
    .where('signing_id', '=', draft.id)
    .returning('object_key')
    .execute()
  if (files.length > 0)
    await queueDeletion(
      tx,
      files.map(({ object_key }) => object_key),
    )
  await tx.deleteFrom('signing').where('id', '=', draft.id).execute()
}

interface NewDraft extends Omit<Drafting, 'found'> {
  readonly id: string
  readonly found: Appearance
  readonly performer: RecordRow
  readonly templates: Readonly<Record<PaperType, ContractTemplate>>
  readonly documents: readonly StoredDocument<PaperType>[]
}

async function insertDraft(services: SigningServices, tx: Tx, draft: NewDraft): Promise<void> {
  const { actor, body, found, id, request, performer, templates, documents } = draft
  const { videoId, performerId } = found
  const at = services.clock.now()
  await endExpired(tx, found, at)
  const contract = documents.find(({ type }) => type === 'contract')
  if (!contract?.pages) throw new Error('a draft without a contract')
  const boxes = await signingBoxes(services, tx, performerId)
  const content: SigningContent = {
    facts: body.facts,
    partnerIds: body.partnerIds,
    talk: { ...body.talk, minutes: null, done: false },
  }
  await tx
    .insertInto('signing')
    .values({
      id,
      video_id: videoId,
      performer_id: performerId,
      owner_id: performer.owner_id,
      language: body.language,
      contract_template_id: templates.contract.id,
      contract_template_name: templates.contract.name,
      contract_template_version: templates.contract.version,
      sheet_template_id: templates.explanationSheet.id,
      sheet_template_name: templates.explanationSheet.name,
      sheet_template_version: templates.explanationSheet.version,
      content_box: boxes.encrypt('content', id, content),
      contract_sha256: contract.storedSha256,
      contract_pages: contract.pages,
      created_at: at,
      created_by: actor.id,
    })
    .execute()
  for (const document of documents) await insertSigningPaper(tx, { id, performerId }, document)
  await services.audit.record(
    tx,
    { actor, request },
    'create',
    aboutPerformer(performerId, performer.owner_id),
    {
      change: 'signing_drafted',
      videoId,
      language: body.language,
      sha256: contract.storedSha256.toString('hex'),
    },
  )
}

/** Adds a PDF to a signing. */
export async function insertSigningPaper(
  tx: Tx,
  { id, performerId }: { readonly id: string; readonly performerId: string },
  document: StoredDocument<PaperType>,
): Promise<void> {
  if (document.pages === null) throw new Error('a PDF without pages')
  await tx
    .insertInto('signing_paper')
    .values({
      ...fileColumns(document),
      signing_id: id,
      performer_id: performerId,
      type: document.type,
      filename: document.filename,
      pages: document.pages,
    })
    .execute()
}
