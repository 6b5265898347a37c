import type { PerformerDetails } from '@kyc/contract/performers.ts'

type Names = Pick<PerformerDetails, 'lastNameRoman' | 'firstNameRoman' | 'lastNameKana' | 'firstNameKana'>

/** The name in roman letters and, if known, in kana. */
export function spellingsOf({ lastNameRoman, firstNameRoman, lastNameKana, firstNameKana }: Names): string {
  const kana = [lastNameKana, firstNameKana].filter(Boolean).join(' ')
  return `${lastNameRoman} ${firstNameRoman}${kana && `（${kana}）`}`
}
