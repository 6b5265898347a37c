import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { FieldError } from '@kyc/contract/problems.ts'
import { Problem } from '../../platform/problem.ts'
import { mayHaveOrigin, type OriginUse } from './allowed-origins.ts'
import type { PartnerServices } from './partner-services.ts'

export interface OriginLists {
  readonly callbackOrigins: readonly string[]
  readonly redirectOrigins: readonly string[]
  readonly referrerOrigins: readonly string[]
}

const uses = {
  callbackOrigins: 'callback',
  redirectOrigins: 'redirect',
  referrerOrigins: 'referrer',
} as const satisfies Record<keyof OriginLists, OriginUse>

/**
 * The lists without repetitions.
 * @throws Problem INVALID_INPUT with every list that holds an address which a partner of this mode may not have
 */
export function checkOrigins(
  config: PartnerServices['config'],
  mode: PartnerMode,
  lists: OriginLists,
): OriginLists {
  const errors = Object.entries(uses).flatMap(([field, use]): FieldError[] => {
    const wrong = lists[field as keyof OriginLists].filter((each) => !mayHaveOrigin(config, mode, each, use)) // a key of `uses`
    return wrong.length > 0 ? [{ field, message: messageOf(use, wrong) }] : []
  })
  const [first] = errors
  if (first) throw new Problem('INVALID_INPUT', { field: first.field, errors })
  const once = (list: readonly string[]) => [...new Set(list)]
  return {
    callbackOrigins: once(lists.callbackOrigins),
    redirectOrigins: once(lists.redirectOrigins),
    referrerOrigins: once(lists.referrerOrigins),
  }
}

function messageOf(use: OriginUse, wrong: readonly string[]): string {
  const scheme = use === 'callback' ? 'https:// で始まる' : ''
  return `${wrong.join('、')} は登録できません。${scheme}公開ドメインのアドレスを、ポート番号なしで入力してください。`
}
