import { dayInJapan } from '@kyc/contract/dates.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPaper } from '../../audit/about.ts'
import { recordLinkAct } from '../../performer-links/record-link-act.ts'
import { type SigningContent, signingBoxes } from '../../records/signing-content.ts'
import { addPaper } from '../add-paper.ts'
import { talkOfSheet } from '../record-talk.ts'
import { type SigningRow, updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { requireUnsigned } from '../signing-state.ts'
import { changeFacts, type PageAct, refuseEnded } from './change-facts.ts'
import { lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { presentPage } from './present-page.ts'

/**
 * States the receipt of the explanation sheet, which must have been opened. Its PDF becomes a paper of the appearance, and the day a
 * fact that the performer has proven (D92). A repeated call changes nothing.
 */
export function receiveSheet(services: SigningServices, call: PageSigningCall): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    if (row.sheet_received_at === null) await receive(services, tx, { link, row, ip: call.ip })
    return presentPage(services, tx, link)
  })
}

async function receive(services: SigningServices, tx: Tx, { link, row, ip }: PageAct): Promise<void> {
  const at = services.clock.now()
  requireUnsigned(row, at)
  if (row.sheet_opened_at === null) throw new Problem('SIGNING_STATE')
  await refuseEnded(tx, row)
  const sheet = await takeSheet(tx, row.id)
  const version = await addPaper(tx, row, sheet, at)
  await updateSigning(tx, row.id, { sheet_received_at: at, sheet_paper_id: sheet.id })
  const boxes = await signingBoxes(services, tx, row.performer_id)
  const { talk } = boxes.decrypt<SigningContent>('content', row.id, row.content_box)
  await changeFacts(services, tx, { link, row, ip }, () => ({
    sheet: {
      edition: editionOf(row),
      receivedOn: dayInJapan(at),
      ...talkOfSheet(talk),
      proof: 'performer',
    },
  }))
  await recordLinkAct(services, tx, { link, actor: null, ip }, 'signing_sheet', {
    videoId: row.video_id,
    sha256: sheet.storedSha256.toString('hex'),
  })
  const about = aboutPaper(
    { id: link.performer_id, owner_id: link.owner_id },
    {
      type: 'explanationSheet',
      videoId: row.video_id,
    },
  )
  await services.audit.record(tx, { actor: null, ip }, 'update', about, {
    version,
    before: null,
    after: { version, status: 'pending', filename: sheet.filename },
    viaLink: link.id,
  })
}

/** Removes the sheet from the drafts: its file becomes that of the paper, in the same transaction. */
async function takeSheet(tx: Tx, id: string) {
  return tx
    .deleteFrom('signing_paper')
    .where('signing_id', '=', id)
    .where('type', '=', 'explanationSheet')
    .returning([
      'id',
      'type',
      'filename',
      'size',
      'pages',
      'received_size as receivedSize',
      'received_sha256 as receivedSha256',
      'stored_sha256 as storedSha256',
      'object_key as objectKey',
      'object_bytes as objectBytes',
    ])
    .executeTakeFirstOrThrow()
}

/** The sheet that was received, in words: the name of the template with its version, or of the uploaded file. */
function editionOf({ sheet_template_name: name, sheet_template_version: version }: SigningRow): string {
  return name === null ? '組織のPDF' : `${name} 第${version}版`
}
