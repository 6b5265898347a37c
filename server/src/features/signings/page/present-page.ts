import { dayInJapan } from '@kyc/contract/dates.ts'
import type { PageSession, PageSigning } from '@kyc/contract/page-session.ts'
import { obstaclesOf, signableFrom } from '@kyc/contract/signing-obstacles.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UsableLink } from '../../performer-links/link-repository.ts'
import { type SigningBoxes, type SigningContent, signingBoxes } from '../../records/signing-content.ts'
import { presentState } from '../../reliances/present-reliances.ts'
import { findGiven } from '../../reliances/reliance-repository.ts'
import { presentQuestions } from '../present-signing.ts'
import { findQuestions, findSentSignings, type QuestionRow, type SigningRow } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { isEnded, progressOf, stateOf } from '../signing-state.ts'
import { findApproved } from './ask-reliance.ts'
import { disclosureRequestedAt } from './disclosure-requested-at.ts'
import { readOpenings } from './read-openings.ts'
import { readPageTitles } from './read-titles.ts'

/** What the performer sees on its page (D104). What waits for the performer comes first. */
export async function presentPage(services: SigningServices, db: Db, link: UsableLink): Promise<PageSession> {
  const { performer_id: performerId } = link
  const rows = (await findSentSignings(db, performerId)).filter(({ revoked_at }) => revoked_at === null)
  const questions = await findQuestions(
    db,
    rows.map(({ id }) => id),
    null,
  )
  const boxes = await signingBoxes(services, db, performerId)
  const now = services.clock.now()
  const isOver = (row: SigningRow) => row.signed_at !== null || isEnded(stateOf(row, now))
  const sorted = [...rows.filter((row) => !isOver(row)), ...rows.filter(isOver)]
  return {
    id: link.id,
    organisationName: link.organisation_name,
    language: link.language,
    expiresAt: link.expires_at.toISOString(),
    signings: sorted.map((row) =>
      presentPageSigning(
        row,
        boxes,
        questions.filter(({ signing_id }) => signing_id === row.id),
        now,
      ),
    ),
    titles: await readPageTitles(db, performerId, dayInJapan(now)),
    openings: await readOpenings(db, performerId, link.language),
    reliances: (await findGiven(db, performerId)).map((row) => ({
      ...presentState(row),
      recipient: row.recipient_name,
    })),
    mayPermitReliance: (await findApproved(db, performerId, now)) !== undefined,
    disclosureRequestedAt: (await disclosureRequestedAt(db, performerId))?.toISOString() ?? null,
  }
}

function presentPageSigning(
  row: SigningRow,
  boxes: SigningBoxes,
  questions: readonly QuestionRow[],
  now: Date,
): PageSigning {
  if (!row.sent_at || !row.expires_at) throw new Error('a draft is not on the page')
  const { talk } = boxes.decrypt<SigningContent>('content', row.id, row.content_box)
  const state = stateOf(row, now)
  const progress = progressOf(row, { talk })
  return {
    id: row.id,
    videoId: row.video_id,
    title: row.title,
    state,
    language: row.language,
    talk,
    sentAt: row.sent_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    sheetReceivedAt: row.sheet_received_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    contractPages: row.contract_pages,
    contractSha256: row.contract_sha256.toString('hex'),
    // The account that answered is not shown: the performer sees only the organisation.
    questions: presentQuestions(boxes, questions).map(({ answer, ...question }) => ({
      ...question,
      answer: answer && { ...answer, by: null },
    })),
    obstacles: row.signed_at || isEnded(state) ? [] : obstaclesOf(progress, now),
    signableFrom: signableFrom(progress)?.toISOString() ?? null,
    signedAt: row.signed_at?.toISOString() ?? null,
    copyReady: row.copy_paper_id !== null,
    copyReceivedAt: row.copy_received_at?.toISOString() ?? null,
  }
}
