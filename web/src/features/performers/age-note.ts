import { ageOn, dayInJapan, isDay } from '@kyc/contract/dates.ts'
import { birthDateFault, isUnderAge } from '@kyc/contract/document-rules.ts'
import { problems } from '@kyc/contract/problems.ts'

export interface AgeNote {
  readonly text: string
  /** The person can't be approved yet. */
  readonly underAge: boolean
}

/** The age today of a person born on `date`; undefined unless this is a possible date of birth. */
export function ageNote(date: string, today = dayInJapan(new Date())): AgeNote | undefined {
  if (!isDay(date) || birthDateFault(date, today) !== undefined) return undefined
  const underAge = isUnderAge(date, today)
  const age = `満${ageOn(date, today)}歳`
  return { text: underAge ? `${age}：${problems.UNDER_AGE.title.replace('。', '')}` : age, underAge }
}
