import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofRow } from '@kyc/contract/log-entries.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { everything } from '../access/scope.ts'
import { type AuditRow, findAuditEntries } from '../audit/audit-repository.ts'
import { line } from '../audit/export/proof-format.ts'
import { proofRow } from '../audit/export/proof-lines.ts'
import { isChange } from '../audit/is-change.ts'
import { findPaths, findProvenEntries } from '../audit/tree/proven-entries.ts'
import { findNewestCheckpoint, type StoredCheckpoint } from '../audit/tree/tree-repository.ts'
import { packedTypes } from './find-packed-files.ts'
import type { PackContent } from './pack-content.ts'
import { logFormat } from './pack-format.ts'
import type { PackServices } from './pack-services.ts'

const pageRows = 200
const checkpointReads = 20
const checkpointPause = 250

/**
 * The extract of the log: the changes of the documents in the pack and, for the appearance law and card brands, of its
 * titles, each with its path to the checkpoint. It contains what a member of the organisation sees of an entry, without
 * addresses; for 2257 no details, which the law does not name.
 */
export async function* logLines(services: PackServices, content: PackContent): AsyncGenerator<Uint8Array> {
  const { db } = services
  const reader = await memberOf(db, content)
  const checkpoint = await coveringCheckpoint(services, content, reader)
  const head = { format: logFormat, note: checkpoint?.note ?? null, vkey: services.auditSigner.vkey }
  yield Buffer.from(line(head))
  if (!checkpoint) return
  for (const id of recordsOf(content))
    for await (const rows of entriesAbout(db, content, reader, id)) {
      const proven = await findProvenEntries(
        db,
        rows.map(({ id }) => id),
        checkpoint.size,
      )
      const pathOf = await findPaths(db, proven, checkpoint.size)
      const byId = new Map(proven.map((entry) => [entry.id, entry]))
      for (const row of rows) {
        const entry = byId.get(row.id)
        if (!entry) continue
        const { ip: _, details, ...proof } = proofRow({ keys: services, reader }, row, entry, pathOf(entry))
        const shown: ProofRow = content.pack.shape === 'usc2257' || !details ? proof : { ...proof, details }
        yield Buffer.from(line(shown))
      }
    }
}

/**
 * The member of the organisation with whose rights the extract is read, so that it hides the accounts of the office
 * (D3).
 */
async function memberOf(db: Db, { pack }: PackContent): Promise<Actor> {
  const { rows } = await sql<{ id: Actor['id'] }>`
    SELECT account_id AS id FROM active_membership WHERE organisation_id = ${pack.owner_id}::uuid
    ORDER BY account_id = ${pack.created_by}::uuid DESC, account_id LIMIT 1`.execute(db)
  return { id: rows[0]?.id ?? pack.created_by, role: 'user' }
}

/** A checkpoint that covers the newest entry of the extract; it waits some seconds for one. */
async function coveringCheckpoint(
  { auditSigner, db }: PackServices,
  content: PackContent,
  reader: Actor,
): Promise<StoredCheckpoint | undefined> {
  const newest: string[] = []
  for (const id of recordsOf(content))
    for await (const [first] of entriesAbout(db, content, reader, id)) {
      if (first) newest.push(first.id)
      break
    }
  for (let read = 1; ; read++) {
    const checkpoint = await findNewestCheckpoint(db, auditSigner)
    const proven = checkpoint ? await findProvenEntries(db, newest, checkpoint.size) : []
    if (proven.length === newest.length || read === checkpointReads) return checkpoint
    await sleep(checkpointPause)
  }
}

/** The records whose entries the extract has. */
function recordsOf({ pack, persons, titles }: PackContent): readonly string[] {
  const performers = persons.map(({ id }) => id)
  const withTitles = pack.shape === 'appearanceLaw' || pack.shape === 'cardBrands'
  return withTitles ? [...performers, ...titles.map(({ facts }) => facts.id)] : performers
}

/** The entries about a record, newest first, page by page. */
async function* entriesAbout(
  db: Db,
  { pack }: PackContent,
  actor: Actor,
  resourceId: string,
): AsyncGenerator<AuditRow[]> {
  const reader = { ...actor, scope: everything }
  const types = pack.shape === 'person' ? undefined : packedTypes[pack.shape]
  const wanted = types && new Set<string>([...types.documents, ...types.papers])
  let before: string | undefined
  for (;;) {
    const rows = await findAuditEntries(db, reader, { resourceId }, { before, limit: pageRows })
    const kept = rows.filter(
      ({ action, rtype, rid }) =>
        isChange(action) &&
        (rtype === 'video' || !wanted || (rtype === 'document' && wanted.has(rid?.split('/')[1] ?? ''))),
    )
    if (kept.length > 0) yield kept
    before = rows.at(-1)?.id
    if (rows.length < pageRows) return
  }
}
