import { openTree, sealPending } from '../../features/audit/tree/seal-entries.ts'
import type { TestApp } from './test-app.ts'

/** Seals the log as the sequencer does, which tests don't start. */
export async function sealLog({ services }: TestApp): Promise<void> {
  await sealPending(services, await openTree(services))
}
