import { foldName } from './fold-name.ts'

/** Words by which the product and its operator are known, as typed in any spelling (D115). */
const reserved = [
  '本人確認管理システム',
  '本人確認システム',
  '本人確認センター',
  '運営事務局',
  '運営局',
  '管理事務局',
].map(foldName)
/** Words that are reserved as whole names only: companies may contain them. */
const reservedAlone = [
  '運営',
  '運営者',
  '事務局',
  '管理者',
  'システム管理者',
  'サポート',
  'サポートセンター',
  'admin',
  'administrator',
  'support',
].map(foldName)

/**
 * Whether a name could be taken for that of the product or its operator, who uses `operator` as the sender of mails. Office
 * accounts may have such names.
 */
export function isReservedName(name: string, operator: string): boolean {
  const folded = foldName(name)
  const own = foldName(operator)
  return (
    reservedAlone.includes(folded) ||
    reserved.some((word) => folded.includes(word)) ||
    (own !== '' && folded.includes(own))
  )
}

export const reservedNameFault = 'この名前は、運営者と間違えられるおそれがあるため使えません。'
