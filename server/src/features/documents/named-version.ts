import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'

/** The version that a call names in `If-Match`; undefined if it names none. */
export function namedVersion(request: Pick<RequestInfo, 'header'>): number | undefined {
  const ifMatch = request.header('if-match')
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim())?.[1]
  if (version === undefined) throw fieldProblem('If-Match', 'If-Match は "版の番号" の形で指定してください。')
  return Number(version)
}
