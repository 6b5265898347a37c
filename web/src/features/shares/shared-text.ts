import { identityCheckLabels } from '@kyc/contract/check-vocabulary.ts'
import { dateInWords } from '@kyc/contract/dates.ts'
import type { SharedPersonFactLine, SharedRecords, SharedTitleFactLine } from '@kyc/contract/shares.ts'
import { proofLabels } from '@kyc/contract/title-vocabulary.ts'

export type SharedFactLine = SharedTitleFactLine | SharedPersonFactLine

/** A performer by what the title shows of it, never by its legal name. */
export function performerName({
  number,
  stageName,
}: Pick<SharedRecords['performers'][number], 'number' | 'stageName'>): string {
  return stageName === null ? `出演者${number}` : `出演者${number}「${stageName}」`
}

/** The day of a fact in the words of its kind. */
export function dayText({ fact, day, until }: SharedFactLine): string {
  if (day === null) return '記録なし'
  const on = dateInWords(day)
  if (fact === 'fourMonths') return `${on}から公開できます`
  if (fact === 'oneMonth') return `${on}から撮影できます`
  return until === null ? on : `${on}（${dateInWords(until)}まで）`
}

/** What proves a fact: who stated the day, and when and how a reviewer confirmed it. */
export function proofText({ proof, verifiedOn, check }: SharedFactLine): string {
  return [
    proof && proofLabels[proof],
    verifiedOn && `${dateInWords(verifiedOn)}に審査で確認`,
    check && identityCheckLabels[check],
  ]
    .filter(Boolean)
    .join('、')
}
