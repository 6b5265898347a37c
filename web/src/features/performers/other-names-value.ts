import { type OtherName, otherNamesText } from '@kyc/contract/other-names.ts'

/** The other names as the value of the field: the JSON that the server reads, or '' without other names. */
export function otherNamesValue(names: readonly OtherName[] | null): string {
  if (!names || names.length === 0) return ''
  return JSON.stringify(names.map(({ kind, name, from, until }) => ({ kind, name, from, until })))
}

export function otherNamesOf(value: string): OtherName[] {
  return value === '' ? [] : (JSON.parse(value) as OtherName[]) // written by `otherNamesValue`
}

/** The value in words. */
export function otherNamesInWords(value: string): string {
  return otherNamesText(otherNamesOf(value)) || 'なし'
}
