import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { Signing } from '@kyc/contract/signing-schema.ts'
import type { answerQuestion as endpoint } from '@kyc/contract/signings.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { mailSigningAnswer } from '../mails/mail-signing-performer.ts'
import { signingBoxes } from '../records/signing-content.ts'
import { getSigning } from './get-signing.ts'
import { lockSigning } from './lock-signing.ts'
import { findPageMail } from './page/page-link.ts'
import { recordSigning } from './record-signing.ts'
import { findQuestions, type SigningOfActor } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { requireUnsigned } from './signing-state.ts'

interface AnswerCall {
  readonly actor: Actor
  readonly found: SigningOfActor
  readonly body: BodyOf<typeof endpoint>
  readonly ip: string | null
}

/** Answers a question, and mails the performer. The same answer again changes nothing; another one is refused. */
export async function answerQuestion(
  services: SigningServices,
  { actor, found, body, ip }: AnswerCall,
): Promise<Signing> {
  requireEditable(found)
  await inTransaction(services.db, async (tx) => {
    const { row, performer } = await lockSigning(tx, actor, found)
    const question = (await findQuestions(tx, [row.id], null)).find(({ id }) => id === body.question)
    if (!question) throw fieldProblem('question', '質問を選択してください。')
    const boxes = await signingBoxes(services, tx, row.performer_id)
    if (question.answer_box) {
      if (boxes.decrypt('answer', question.id, question.answer_box) === body.text) return
      throw new Problem('SIGNING_STATE')
    }
    const at = services.clock.now()
    requireUnsigned(row, at)
    await tx
      .updateTable('signing_question')
      .set({
        answer_box: boxes.encrypt('answer', question.id, body.text),
        answered_at: at,
        answered_by: actor.id,
      })
      .where('id', '=', question.id)
      .execute()
    const mail = await findPageMail(services, tx, row)
    if (mail) await mailSigningAnswer(services, tx, mail)
    await recordSigning(services, tx, { actor, ip, performer, videoId: row.video_id }, 'signing_answer')
  })
  return getSigning(services, services.db, actor, found.id)
}
