import { foldName } from './fold-name.ts'

/** Words by which the product and its operator are known, as typed in any spelling and with any punctuation. */
const reserved = [
  '本人確認管理システム',
  '本人確認システム',
  '本人確認センター',
  '本人確認チーム',
  '本人確認サポート',
  '本人確認事務局',
  '本人確認窓口',
  '本人確認係',
  '本人確認担当',
  '運営事務局',
  '運営局',
  '管理事務局',
].map(folded)
/** Words that are reserved as whole names only: companies may contain them. */
const reservedAlone = [
  '運営',
  '運営者',
  '運営チーム',
  '運営担当',
  '運営サポート',
  '審査チーム',
  '審査担当',
  '事務局',
  '管理者',
  'システム管理者',
  'サポート',
  'サポートセンター',
  'admin',
  'administrator',
  'support',
].map(folded)

/**
 * Whether a name could be taken for that of the product or its operator, who uses `operator` as the sender of mails. Office
 * accounts may have such names.
 */
export function isReservedName(name: string, operator: string): boolean {
  const letters = folded(name)
  const own = folded(operator)
  return (
    reservedAlone.includes(letters) ||
    reserved.some((word) => letters.includes(word)) ||
    (own !== '' && letters.includes(own))
  )
}

function folded(name: string): string {
  return foldName(name).replace(/[\p{P}\p{S}]/gu, '')
}

export const reservedNameFault = 'この名前は、運営者と間違えられるおそれがあるため使えません。'
