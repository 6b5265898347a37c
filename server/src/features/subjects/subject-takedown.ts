import {
  type TakedownKind,
  type TakedownState,
  takedownKinds,
  takedownStateLabels,
} from '@kyc/contract/takedown-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { decryptNotice } from '../takedowns/notice-box.ts'
import type { SubjectServices } from './subject-services.ts'

/** A request of the person in its archive (D108). */
export interface SubjectTakedown {
  readonly number: string
  readonly kind: string
  readonly state: string
  readonly title: string | null
  readonly text: string
  readonly receivedAt: string
  readonly closedAt: string | null
}

/** The requests about the performer, oldest first. */
export async function findSubjectTakedowns(
  services: Pick<SubjectServices, 'takedownKeys' | 'unreadable'>,
  db: Db,
  id: string,
): Promise<SubjectTakedown[]> {
  const { rows } = await sql<{
    id: string
    number: string
    kind: TakedownKind
    state: TakedownState
    title: string | null
    notice_enc: Buffer | null
    received_at: Date
    closed_at: Date | null
  }>`SELECT t.id, t.number, t.kind, t.state, v.title, t.notice_enc, t.received_at, t.closed_at
    FROM takedown t LEFT JOIN video v ON v.id = t.video_id
    WHERE t.performer_id = ${id}::uuid ORDER BY t.received_at, t.id`.execute(db)
  return rows.map((row) => ({
    number: row.number,
    kind: takedownKinds[row.kind].label,
    state: takedownStateLabels[row.state],
    title: row.title,
    text: decryptNotice(services, row.id, row.notice_enc).text,
    receivedAt: row.received_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  }))
}
