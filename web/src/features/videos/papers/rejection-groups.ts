import type { PaperType } from '@kyc/contract/document-vocabulary.ts'
import { type PaperRejectionCode, paperRejectionCodes } from '@kyc/contract/paper-checks.ts'

const of = (prefix: string) => paperRejectionCodes.filter((code) => code.startsWith(prefix))

const contractGroups: readonly { label: string; codes: readonly PaperRejectionCode[] }[] = [
  { label: '書類', codes: ['wrong_person', 'wrong_work', 'unsigned', 'date_mismatch', 'wrong_partners'] },
  { label: '記載のない事項（4条3項）', codes: of('missing.') },
  { label: '無効となる条項（10条）', codes: of('void.') },
  { label: 'その他', codes: ['pages_missing', 'unreadable', 'other'] },
]
const sheetGroups: typeof contractGroups = [
  { label: '書類', codes: ['wrong_person', 'duties_missing', 'help_missing'] },
  { label: 'その他', codes: ['pages_missing', 'unreadable', 'other'] },
]

/** The reasons for rejecting a paper, as grouped in the dialog. */
export function rejectionGroupsOf(type: PaperType): typeof contractGroups {
  return type === 'contract' ? contractGroups : sheetGroups
}
