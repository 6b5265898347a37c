import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

// What a destruction does to the rows of a table about a performer (stored-about-performer.ts).

export function deleteOf(table: string) {
  return (tx: Tx, performerId: string) =>
    sql`DELETE FROM ${sql.table(table)} WHERE performer_id = ${performerId}::uuid`.execute(tx)
}

export function deleteOfDocuments(table: string) {
  return (tx: Tx, performerId: string) =>
    sql`DELETE FROM ${sql.table(table)} WHERE document_id IN (
      SELECT id FROM document_version WHERE performer_id = ${performerId}::uuid)`.execute(tx)
}

export function deleteOfPapers(tx: Tx, performerId: string) {
  return sql`DELETE FROM paper_view WHERE paper_id IN (
    SELECT id FROM paper WHERE performer_id = ${performerId}::uuid)`.execute(tx)
}

/** The holds stay as evidence, without their reasons. */
export function emptyReasons(tx: Tx, performerId: string) {
  return sql`UPDATE legal_hold SET reason_box = NULL, end_reason_box = NULL
    WHERE performer_id = ${performerId}::uuid`.execute(tx)
}

/** The requests stay for the reports, without what was written. */
export function emptyNotices(tx: Tx, performerId: string) {
  return sql`UPDATE takedown SET notice_enc = NULL, reason_enc = NULL
    WHERE performer_id = ${performerId}::uuid`.execute(tx)
}

/** Keeps the reliances of other records on this one, because these records name it as their origin. */
export function deleteReliances(tx: Tx, performerId: string) {
  return sql`DELETE FROM identity_reliance WHERE performer_id = ${performerId}::uuid
    OR (origin_id = ${performerId}::uuid AND performer_id IS NULL)`.execute(tx)
}

/**
 * Events outlive their object, so they name it without a foreign key. Nothing is left to send: their deliveries end.
 */
export function deleteEvents(tx: Tx, performerId: string) {
  return sql`WITH gone AS (DELETE FROM partner_event WHERE object_id = ${performerId}::uuid RETURNING id)
    UPDATE delivery SET state = 'dead', ended_at = now(), next_attempt_at = NULL
    FROM gone WHERE event_id = gone.id AND state = 'pending'`.execute(tx)
}

/** The appearance stays, because it says who was in the video, without what was entered about it. */
export function emptyFacts(tx: Tx, performerId: string) {
  return sql`UPDATE video_performer SET facts = '{}' WHERE performer_id = ${performerId}::uuid`.execute(tx)
}

/** The entries stay, without their details. */
export function shredEntries(tx: Tx, performerId: string) {
  return sql`SELECT shred_entries(${performerId}::uuid)`.execute(tx)
}
