import type { PartnerMode } from '@kyc/contract/partners.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { Problem } from '../../platform/problem.ts'
import { mayHaveOrigin, type OriginUse } from './allowed-origins.ts'
import type { PartnerServices } from './partner-services.ts'

interface OriginLists {
  readonly callbackOrigins: readonly string[]
  readonly redirectOrigins: readonly string[]
  readonly referrerOrigins: readonly string[]
}

const uses = {
  callbackOrigins: 'callback',
  redirectOrigins: 'redirect',
  referrerOrigins: 'referrer',
} as const satisfies Record<keyof OriginLists, OriginUse>

/** Returns the lists without duplicates. */
export function checkOrigins(
  config: PartnerServices['config'],
  mode: PartnerMode,
  lists: OriginLists,
): OriginLists {
  const errors = Object.entries(uses).flatMap(([field, use]): FieldError[] => {
    const origins = lists[field as keyof OriginLists] // `field` is a key of `uses`
    const refused = origins.filter((origin) => !mayHaveOrigin(config, mode, origin, use))
    return refused.length > 0 ? [{ field, message: messageOf(use, refused) }] : []
  })
  const [first] = errors
  if (first) throw new Problem('INVALID_INPUT', { field: first.field, errors })
  const unique = (list: readonly string[]) => [...new Set(list)]
  return {
    callbackOrigins: unique(lists.callbackOrigins),
    redirectOrigins: unique(lists.redirectOrigins),
    referrerOrigins: unique(lists.referrerOrigins),
  }
}

function messageOf(use: OriginUse, refused: readonly string[]): string {
  const scheme = use === 'callback' ? 'https:// で始まる' : ''
  return `${refused.join('、')} は登録できません。${scheme}公開ドメインのアドレスを、ポート番号なしで入力してください。`
}
