import { hour } from '@kyc/contract/durations.ts'
import type { OpenedPack } from '@kyc/contract/packs.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { CookieToSet, RequestInfo } from '../../platform/http/requests/binding.ts'
import { hashCookie, setCookie } from '../../platform/http/requests/cookies.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPack } from '../audit/about.ts'
import type { PackServices } from './pack-services.ts'
import { findByToken } from './packs-repository.ts'
import { presentOpened } from './present-pack.ts'

/**
 * The cookie of a browser that has opened the link of a pack. It contains the token, to keep it out of the download
 * address.
 */
export const packCookie = 'pack'

/** A call that needs no session; `actor` is the account, if the browser is signed in. */
export interface RecipientCall {
  readonly actor: Actor | undefined
  readonly request: RequestInfo
}

/** Opens the link of a pack, records an entry of the opening, and lets this browser download the file. */
export async function openPack(
  services: PackServices,
  { actor, token, request }: RecipientCall & { readonly token: string },
): Promise<{ body: OpenedPack; cookies: CookieToSet[] }> {
  const { audit, clock, config, db } = services
  const body = await inTransaction(db, async (tx) => {
    const at = clock.now()
    const pack = await findByToken(tx, hashCookie(token), at, true)
    if (!pack) throw new Problem('PACK_ENDED')
    await sql`UPDATE pack SET openings = openings + 1, last_opened_at = ${at} WHERE id = ${pack.id}`.execute(
      tx,
    )
    await audit.record(tx, { actor, request }, 'read', aboutPack(pack.id, pack.owner_id), {
      packShape: pack.shape,
    })
    return presentOpened(pack)
  })
  return { body, cookies: [setCookie(config, packCookie, token, hour / 1000)] }
}
