import { allFields } from '@kyc/contract/performer-fields.ts'
import type { PerformerDetails } from '@kyc/contract/performers.ts'
import { relianceLimits } from '@kyc/contract/reliance-vocabulary.ts'
import type { RelianceOffer } from '@kyc/contract/reliances.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor, NamedActor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import { isEditorOf, shareVisibleTo } from '../access/visible-to.ts'
import { aboutPerformer, byJob } from '../audit/about.ts'
import { registerPerformer } from '../performers/create-performer.ts'
import { newPerformerKey } from '../records/performer-keys.ts'
import { acceptRow, findReliances, lockReliance, type RelianceRow } from './reliance-repository.ts'
import type { RelianceServices } from './reliance-services.ts'

const isOpen = sql`r.over IS NULL AND r.in_use`

/** The permissions that the scope has not used yet, newest first. Lists are not audited. */
export async function listOffers(
  { db }: Pick<RelianceServices, 'db'>,
  { actor, scope: { organisation } }: { readonly actor: Actor; readonly scope: Scope },
): Promise<RelianceOffer[]> {
  const inScope = organisation === null ? sql`true` : sql`r.recipient_id = ${organisation}::uuid`
  const rows = await findReliances(
    db,
    sql`r.ended_at IS NULL AND r.performer_id IS NULL AND ${inScope} AND ${shareVisibleTo(actor, 'r')} AND ${isOpen}`,
    relianceLimits.offers,
  )
  const names = await factsOf(db, rows)
  return rows.map((row) => ({
    id: row.id,
    name: nameOf(names.get(row.origin_id)),
    organisation: row.owner_name,
    recipient: { id: row.recipient_id, name: row.recipient_name },
    permittedAt: row.permitted_at.toISOString(),
  }))
}

/** @throws Problem RELIANCE_NOT_FOUND, also if it has ended, is suspended, or is hidden from the actor */
export async function getOffer(db: Db, actor: Actor, id: string): Promise<RelianceRow> {
  const [row] = isId(id) ? await findReliances(db, visibleOffer(actor, id), 1) : []
  if (!row) throw new Problem('RELIANCE_NOT_FOUND')
  return row
}

function visibleOffer(actor: Actor, id: string): RawBuilder<unknown> {
  return sql`r.id = ${id}::uuid AND ${shareVisibleTo(actor, 'r')} AND ${isOpen}`
}

/**
 * Registers the performer of a permission with the facts that it allows, without a document, in the organisation that it names. A
 * repeat returns the same record.
 */
export function acceptReliance(
  services: RelianceServices,
  {
    actor,
    id,
    request,
  }: { readonly actor: NamedActor; readonly id: string; readonly request: Pick<RequestInfo, 'ip'> },
): Promise<{ performerId: string }> {
  return inTransaction(services.db, async (tx) => {
    const row = await lockReliance(tx, id, visibleOffer(actor, id))
    if (!row) throw new Problem('RELIANCE_NOT_FOUND')
    if (row.performer_id !== null) return { performerId: row.performer_id }
    const { rows } = await sql`SELECT FROM identity_reliance r WHERE r.id = ${id}::uuid
      AND ${isEditorOf(actor, sql`r.recipient_id`)}`.execute(tx)
    if (rows.length === 0) throw new Problem('ORGANISATION_ROLE')
    const facts = (await factsOf(tx, [row])).get(row.origin_id)
    if (!facts) throw new Problem('RELIANCE_NOT_FOUND')
    const key = newPerformerKey(services)
    const owner = row.recipient_id
    const details = detailsOf(facts)
    await registerPerformer(services, tx, { actor, owner, ip: request.ip, details, key, documents: [] })
    await acceptRow(tx, id, key.performerId, services.clock.now())
    await services.audit.record(tx, { actor, request }, 'update', aboutPerformer(key.performerId, owner), {
      change: 'reliance_accepted',
      organisation: row.owner_name,
    })
    await services.audit.record(tx, byJob, 'update', aboutPerformer(row.origin_id, row.owner_id), {
      change: 'reliance_used',
      recipient: row.recipient_name,
    })
    return { performerId: key.performerId }
  })
}

/** The facts that a reliance passes on, by the record that is relied on. */
export interface PassedFacts {
  readonly id: string
  readonly last_name: string
  readonly first_name: string
  readonly last_name_roman: string
  readonly first_name_roman: string
  readonly date_of_birth: string | null
}

async function factsOf(db: Db, rows: readonly RelianceRow[]): Promise<ReadonlyMap<string, PassedFacts>> {
  const ids = rows.map(({ origin_id }) => origin_id)
  const { rows: facts } = await sql<PassedFacts>`
    SELECT id, last_name, first_name, last_name_roman, first_name_roman, date_of_birth FROM performer
    WHERE id = ANY(${ids}::uuid[]) AND sealed_at IS NULL`.execute(db)
  return new Map(facts.map((each) => [each.id, each]))
}

export function nameOf(facts: PassedFacts | undefined): string {
  return facts ? `${facts.last_name} ${facts.first_name}` : ''
}

function detailsOf(facts: PassedFacts): PerformerDetails {
  const none = Object.fromEntries(allFields.map((field) => [field, null]))
  return {
    ...none,
    lastName: facts.last_name,
    firstName: facts.first_name,
    lastNameRoman: facts.last_name_roman,
    firstNameRoman: facts.first_name_roman,
    date_of_birth: facts.date_of_birth,
  } as PerformerDetails // every other field may be null
}
