/** @module-tag long */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../platform/db/embedded-postgres.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { silentLog } from '../../platform/log.ts'
import { freePort } from '../../platform/process/free-port.ts'
import { startMonitoring } from '../../start/start-monitoring.ts'
import { createTestApp } from '../app/test-app.ts'
import { refusalOf } from '../app/test-client.ts'

// In outages.test.ts, only the connections are cut; here PostgreSQL itself stops.

test('metrics, ready and calls respond after PostgreSQL has shut down', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kyc-stopped-'))
  const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog(), settings })
  await migrate(postgres.ownerUrl)
  const { ownerUrl, appUrl } = postgres
  const port = await freePort()
  const app = await createTestApp({
    env: { METRICS_PORT: String(port) },
    database: { ownerUrl, appUrl, drop: async () => {} },
  })
  const monitoring = await startMonitoring(app.services)
  const scrape = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
    return { status: reply.status, up: /^kyc_database_up (\d)$/m.exec(await reply.text())?.[1] }
  }
  try {
    const user = await app.signedIn('user')
    expect(await scrape()).toEqual({ status: 200, up: '1' })
    await postgres.stop()
    expect(refusalOf(await user.get('/api/performers'))).toEqual([503, 'TEMPORARILY_UNAVAILABLE'])
    const ready = await app.anonymous().get('/api/health/ready')
    expect([ready.status, ready.json]).toMatchObject([503, { parts: { database: 'failing' } }])
    await expect.poll(scrape).toEqual({ status: 200, up: '0' })
  } finally {
    await monitoring.close()
    await app.close().catch(() => undefined) // its database has stopped
  }
})
