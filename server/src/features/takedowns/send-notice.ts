import { hour } from '@kyc/contract/durations.ts'
import type { BodyOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { TakedownKind, TakedownWay } from '@kyc/contract/takedown-vocabulary.ts'
import type { sendTakedownNotice as endpoint } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fingerprintOf, publicKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import type { Actor } from '../access/actor.ts'
import { mailUnknownTitle } from '../mails/mail-takedown.ts'
import { receiveTakedown } from './receive-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'

type Sent = BodyOf<typeof endpoint>

const route = 'takedownNotices.send'
const rule = { failures: limits.rate.contactPerHour, window: hour, duration: hour }

/**
 * Receives a notice of the public form. An exact product number, external id or address of a publication stops the
 * title at once; other notices wait for an admin. The reply does not say which, so that the form does not reveal what
 * is stored. A repeated call changes nothing.
 */
export async function sendNotice(
  services: TakedownServices,
  { website, ...sent }: Sent,
  { actor, request }: { readonly actor: Actor | undefined; readonly request: RequestInfo },
): Promise<{ body: ReplyOf<typeof endpoint>; headers: Readonly<Record<string, string>> }> {
  const key = publicKeyOf(services.config, { route, actor, request })
  const once = { key, fingerprint: fingerprintOf([route, JSON.stringify(sent)]), status: 201 } as const
  return replyOnce(services, once, async (tx) => {
    // A program that fills the hidden field is refused as one that has sent too much.
    const failures = website ? 0 : rule.failures
    await countOrRefuse(tx, {
      bucket: `takedown-notice:${networkOf(request.ip)}`,
      rule: { ...rule, failures },
    })
    const { kind, title, name, email, text } = sent
    const contact = [name, email].filter(Boolean).join(' ') || null
    const notice = { kind, way: 'form', title, text: text ?? null, contact } as const
    const { number } = await receiveNamed(services, tx, notice, { origin: { actor, request } })
    return { number }
  })
}

interface NamedNotice {
  readonly kind: TakedownKind
  readonly way: Extract<TakedownWay, 'form' | 'partner'>
  /** The product number, external id or address that names the title. */
  readonly title: string
  readonly text: string | null
  readonly contact: string | null
}

/**
 * Receives a notice that names its title: it stops the title if exactly one has that name, and otherwise waits for an
 * admin.
 */
export async function receiveNamed(
  services: TakedownServices,
  tx: Tx,
  { kind, way, title, text, contact }: NamedNotice,
  by: Parameters<typeof receiveTakedown>[3],
): Promise<{ readonly id: string; readonly number: string }> {
  const found = await findTitles(tx, title)
  const [only] = found.length === 1 ? found : []
  const received = await receiveTakedown(
    services,
    tx,
    {
      ...{ kind, way, state: 'held', performerId: null, sentOn: null, enteredBy: null },
      video: only ? { id: only.id, ownerId: only.owner_id } : null,
      notice: { text: text ? `${title}\n${text}` : title, contact },
      receivedAt: services.clock.now(),
    },
    by,
  )
  if (!only) await mailUnknownTitle(services, tx, { ...received, kind })
  return received
}

/**
 * The titles with this product number, external id, or address of a publication; at most two are read. Waits for a move of
 * one of them, so that the request gets its new owner.
 */
async function findTitles(tx: Tx, named: string): Promise<{ id: string; owner_id: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    SELECT v.id, v.owner_id FROM video v WHERE v.id IN (
      SELECT id FROM video WHERE upper(facts ->> 'productNumber') = upper(${named})
      UNION SELECT id FROM video WHERE external_id = ${named}
      UNION SELECT video_id FROM publication WHERE address = ${named}) LIMIT 2 FOR KEY SHARE OF v`.execute(tx)
  return rows
}
