import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { migrate } from '@kyc/server/platform/db/migrate.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { type Seed, seedPerformers } from './seed-performers.ts'

/** Runs `measure` on a PostgreSQL of its own that holds `count` performers, and clears it away. */
export async function withSeededDatabase(
  count: number,
  measure: (urls: { ownerUrl: string; appUrl: string }, seed: Seed) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kyc-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog() })
  try {
    await migrate(postgres.ownerUrl)
    await measure(postgres, await seedPerformers(postgres.ownerUrl, count))
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
