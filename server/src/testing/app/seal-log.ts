import { setTimeout as sleep } from 'node:timers/promises'
import { openTree, sealPending } from '../../features/audit/tree/seal-entries.ts'
import type { TestApp } from './test-app.ts'

/**
 * Seals all entries as the sequencer does, which tests don't start. Transactions of other tests in the same cluster may
 * delay it.
 */
export async function sealLog(app: TestApp): Promise<void> {
  let sealed = await openTree(app.services)
  for (;;) {
    sealed = await sealPending(app.services, sealed)
    if (await isSealed(app)) return
    await sleep(20)
  }
}

/** Whether all entries are sealed. */
export async function isSealed({ sql }: TestApp): Promise<boolean> {
  const unsealed = await sql(
    'SELECT FROM audit_event e WHERE NOT EXISTS (SELECT FROM audit_leaf WHERE event_id = e.id) LIMIT 1',
  )
  return unsealed.length === 0
}
