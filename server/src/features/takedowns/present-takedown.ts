import type { Takedown, TakedownLine } from '@kyc/contract/takedowns.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Actor, readsAll } from '../access/actor.ts'
import { findEvidence } from './evidence-repository.ts'
import { decryptNotice, decryptReason } from './notice-box.ts'
import type { TakedownServices } from './takedown-services.ts'
import { findStopped, findStops, type TakedownRow } from './takedowns-repository.ts'

/** What a list shows of a request; `reason` is null if it cannot be decrypted now. */
export function presentLine(services: TakedownServices, row: TakedownRow): TakedownLine {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    state: row.state,
    way: row.way,
    video: row.video_id === null ? null : { id: row.video_id, title: row.video_title ?? '' },
    organisation: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
    performer:
      row.performer_id === null
        ? null
        : { id: row.performer_id, name: row.performer_name ?? '削除された出演者' },
    sentOn: row.sent_on,
    receivedAt: row.received_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    dueWithHolidaysAt: row.due_with_holidays_at?.toISOString() ?? null,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    confirmedBy: row.confirmer,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closer,
    reason: decryptReason(services, row.id, row.reason_enc),
    version: row.version,
    asked: row.asked,
    acknowledged: row.acknowledged,
  }
}

/** A request with its text, the titles that it stops, and their channels. */
export async function presentTakedown(
  services: TakedownServices,
  db: Db,
  actor: Actor,
  row: TakedownRow,
): Promise<Takedown> {
  const { asked: _, acknowledged: __, ...line } = presentLine(services, row)
  const { text, contact } = decryptNotice(services, row.id, row.notice_enc)
  const stopped = row.video_id === null ? [] : await findStopped(db, row.id, row.video_id)
  return {
    ...line,
    text,
    contact: readsAll(actor) ? contact : null,
    derived: stopped.slice(1).map(({ id, title }) => ({ id, title })),
    stops: await findStops(db, actor, row.id),
    evidence: await findEvidence(services, db, actor, row.id),
  }
}
