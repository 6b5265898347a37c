import type { PageSession } from '@kyc/contract/page-session.ts'
import type { FootageAnswer } from '@kyc/contract/title-vocabulary.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { SigningServices } from '../signing-services.ts'
import { changeOwnTitle } from './change-own-title.ts'
import { lockOwnTitle, type TitleAct } from './lock-own-title.ts'
import { presentPage } from './present-page.ts'

/**
 * Records that the performer has seen the footage or declines the chance (D95, 8条). The performer answers once: a
 * repeated call changes nothing, and another answer is refused. An answer that an account has stated is replaced.
 */
export function answerFootage(
  services: SigningServices,
  { answer, ...act }: TitleAct & { readonly answer: FootageAnswer },
): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const title = await lockOwnTitle(services, tx, act)
    const { footage } = title.facts
    if (!footage) throw new Problem('APPEARANCE_STATE')
    if (footage.answer !== null && footage.proof === 'performer') {
      if (footage.answer === answer) return presentPage(services, tx, title.link)
      throw new Problem('APPEARANCE_STATE')
    }
    await changeOwnTitle(services, tx, title, {
      ip: act.ip,
      change: 'footage_answered',
      facts: { footage: { ...footage, answer, proof: 'performer' } },
      by: null,
    })
    return presentPage(services, tx, title.link)
  })
}
