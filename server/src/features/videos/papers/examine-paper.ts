import { dateInWords } from '@kyc/contract/dates.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { isCovered } from '@kyc/contract/law-rule.ts'
import { type PaperCheck, paperChecks } from '@kyc/contract/paper-checks.ts'
import type { verifyPaper as endpoint } from '@kyc/contract/papers.ts'
import { seenFault } from '@kyc/contract/review-checks.ts'
import { contractFactLabels, contractFacts, voidClauseLabels } from '@kyc/contract/title-vocabulary.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import type { FactsRow } from '../facts/facts-repository.ts'
import { appearanceOf, lawTitle, titleOf } from '../facts/title-facts.ts'
import type { PaperRow } from './papers-repository.ts'

type Statement = BodyOf<typeof endpoint>

/**
 * Refuses an approval unless the reviewer has seen the last page, has confirmed every check, and has typed the day that was
 * entered. A contract that lacks one of the eleven facts or has a void clause is rejected, never approved. Returns the checks.
 */
export function examinePaper(facts: FactsRow, row: PaperRow, statement: Statement): readonly PaperCheck[] {
  const appearance = facts.appearances.find(({ performerId }) => performerId === row.performer_id)
  if (appearance?.version !== statement.factsVersion) throw new Problem('CONFLICT')
  const unseen = seenFault(row.type, row.pages, statement.seen)
  if (unseen !== undefined) throw fieldProblem('seen', unseen)
  const covered = isCovered(lawTitle(titleOf(facts.facts)))
  if (row.type === 'contract') compareContract(appearanceOf(appearance.facts), covered, statement)
  const checks = paperChecks(row.type, covered)
  const open = checks.filter(({ id }) => !statement.checks.includes(id))
  if (open.length > 0)
    throw fieldProblem('checks', `未確認の項目があります：${open.map(({ label }) => label).join('、')}`)
  return checks
}

function compareContract(
  { contract }: ReturnType<typeof appearanceOf>,
  covered: boolean,
  { signedOn }: Statement,
): void {
  if (!contract)
    throw fieldProblem('contract', '契約の内容が入力されていません。入力されてから承認してください。')
  const missing = covered ? contractFacts.filter((fact) => !contract.named.includes(fact)) : []
  if (missing.length > 0)
    throw fieldProblem(
      'contract',
      `契約書に記載がないと入力された事項があります：${missing.map((fact) => contractFactLabels[fact]).join('、')}。確かめて、差し戻してください。`,
    )
  const clauses = covered ? contract.voidClauses : []
  if (clauses.length > 0)
    throw fieldProblem(
      'contract',
      `無効となる条項があると入力されています：${clauses.map((clause) => voidClauseLabels[clause]).join('、')}。確かめて、差し戻してください。`,
    )
  if (!signedOn) throw fieldProblem('signedOn', '契約書に記載された契約日を入力してください。')
  if (signedOn !== contract.signedOn)
    throw fieldProblem(
      'signedOn',
      `入力された契約日（${dateInWords(contract.signedOn)}）と異なります。読み間違いでなければ、差し戻してください。`,
    )
}
