import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { DocumentServices } from '../document-services.ts'

type Sweeping = Pick<DocumentServices, 'db' | 'store'>

/**
 * Clears away what uploads that died or failed have stored. An intent is first taken from whoever may still hold it,
 * so that it can't be committed any more, and only then are its objects deleted; every step can be repeated after a
 * crash.
 */
export async function sweepIntents(services: Sweeping): Promise<number> {
  await giveUpStale(services)
  const aborting = await services.db
    .selectFrom('upload_intent')
    .select(['id', 'object_keys'])
    .where('state', '=', 'aborting')
    .execute()
  for (const intent of aborting) await finish(services, intent)
  await forgetOld(services)
  return aborting.length
}

async function giveUpStale({ db }: Sweeping): Promise<void> {
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborting' })
    .where('state', '=', 'pending')
    .where('heartbeat_at', '<', ago(limits.intentStale))
    .execute()
}

async function finish({ db, store }: Sweeping, intent: { id: string; object_keys: string[] }): Promise<void> {
  for (const key of intent.object_keys) await store.delete(key)
  // Without an answer the key is of no use to anybody: a retry with it starts afresh.
  await db
    .deleteFrom('idempotency_key')
    .where('intent_id', '=', intent.id)
    .where('status', 'is', null)
    .execute()
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborted' })
    .where('id', '=', intent.id)
    .where('state', '=', 'aborting')
    .execute()
}

/** Closed intents are kept for a while: they tell what became of an upload. */
async function forgetOld({ db }: Sweeping): Promise<void> {
  await db
    .deleteFrom('upload_intent')
    .where('state', 'in', ['committed', 'aborted'])
    .where('created_at', '<', ago(limits.idempotencyKept))
    .execute()
}

function ago(milliseconds: number) {
  return sql<Date>`now() - make_interval(secs => ${milliseconds / 1000})`
}
