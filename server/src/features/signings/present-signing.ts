import { obstaclesOf, signableFrom } from '@kyc/contract/signing-obstacles.ts'
import type { Signing, SigningQuestion } from '@kyc/contract/signing-schema.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AccountId } from '../../platform/ids.ts'
import { maskAddress } from '../audit/mask-address.ts'
import { openAddress } from '../performer-links/link-address.ts'
import { type SigningBoxes, type SigningContent, signingBoxes, timesOf } from '../records/signing-content.ts'
import { findPageAddress } from './page/page-link.ts'
import { findQuestions, type QuestionRow, type SigningRow } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { isEnded, progressOf, stateOf } from './signing-state.ts'

/** Presents signings to their organisation; `reader` is the account whose colleagues appear by name. */
export async function presentSignings(
  services: SigningServices,
  db: Db,
  rows: readonly SigningRow[],
  reader: AccountId | null,
): Promise<Signing[]> {
  const questions = await findQuestions(
    db,
    rows.map(({ id }) => id),
    reader,
  )
  return Promise.all(
    rows.map((row) =>
      presentSigning(
        services,
        db,
        row,
        questions.filter(({ signing_id }) => signing_id === row.id),
      ),
    ),
  )
}

async function presentSigning(
  services: SigningServices,
  db: Db,
  row: SigningRow,
  questions: readonly QuestionRow[],
): Promise<Signing> {
  const boxes = await signingBoxes(services, db, row.performer_id)
  const content = boxes.decrypt<SigningContent>('content', row.id, row.content_box)
  const now = services.clock.now()
  const state = stateOf(row, now)
  const progress = progressOf(row, content)
  const isOver = row.signed_at !== null || isEnded(state)
  return {
    id: row.id,
    videoId: row.video_id,
    performerId: row.performer_id,
    state,
    language: row.language,
    contractTemplate: templateOf(
      row.contract_template_id,
      row.contract_template_name,
      row.contract_template_version,
    ),
    sheetTemplate: templateOf(row.sheet_template_id, row.sheet_template_name, row.sheet_template_version),
    facts: { ...content.facts },
    partnerIds: [...content.partnerIds],
    talk: content.talk,
    email: row.sent_at && (await maskedAddress(services, db, row.performer_id)),
    contractSha256: row.contract_sha256.toString('hex'),
    sheetSha256: row.sheet_sha256?.toString('hex') ?? null,
    ...timesOf(row),
    createdBy: row.creator,
    sentBy: row.sender,
    copyVersion: row.copy_version,
    endedAt: (row.ended_at ?? (state === 'expired' ? row.expires_at : null))?.toISOString() ?? null,
    questions: presentQuestions(boxes, questions),
    obstacles: isOver ? [] : obstaclesOf(progress, now),
    signableFrom: signableFrom(progress)?.toISOString() ?? null,
    remindedAt: row.reminded_at?.toISOString() ?? null,
  }
}

export function presentQuestions(boxes: SigningBoxes, questions: readonly QuestionRow[]): SigningQuestion[] {
  return questions.map(({ id, text_box, at, answer_box, answered_at, answerer }) => ({
    id,
    text: boxes.decrypt<string>('question', id, text_box),
    at: at.toISOString(),
    answer:
      answer_box && answered_at
        ? {
            text: boxes.decrypt<string>('answer', id, answer_box),
            at: answered_at.toISOString(),
            by: answerer,
          }
        : null,
  }))
}

async function maskedAddress(services: SigningServices, db: Db, performerId: string): Promise<string | null> {
  const link = await findPageAddress(db, performerId)
  return link ? maskAddress(await openAddress(services, db, link)) : null
}

function templateOf(
  id: string | null,
  name: string | null,
  version: number | null,
): Signing['contractTemplate'] {
  return id === null || name === null || version === null ? null : { id, name, version }
}
