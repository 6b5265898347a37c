import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registrationForm } from '../app/factories.ts'
import { createTestApp } from '../app/test-app.ts'
import { refusalOf, TestClient } from '../app/test-client.ts'

/** Two processes with a disk each, as on two machines. Needs the right to mount a small one. */
const mayMount = spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0

test.runIf(mayMount)(
  'a process whose disk is full refuses uploads before their body and reports it, and the repeat succeeds at another process',
  { tags: 'long' },
  async () => {
    const app = await createTestApp()
    const owner = await app.signedIn('user')
    const folder = join(app.dataDir, 'small')
    await mkdir(folder)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'none', folder])
    const full = await app.neighbour({
      DATA_DIR: folder,
      STORAGE_URL: join(app.dataDir, 'files'),
      AUDIT_CHECKPOINTS: join(app.dataDir, 'checkpoints'),
      MASTER_KEY_FILE: join(app.dataDir, 'master.key'),
    })
    try {
      const there = new TestClient(full.url)
      for (const [name, value] of owner.cookies) there.cookies.set(name, value)
      there.csrfToken = owner.csrfToken
      const headers = { 'idempotency-key': randomUUID() }
      const send = async (client: TestClient) =>
        client.call('POST', '/api/performers', { form: await registrationForm(), headers })
      const refused = await send(there)
      expect(refusalOf(refused)).toEqual([503, 'TEMPORARILY_UNAVAILABLE'])
      expect(refused.headers.get('retry-after')).toBe('2')
      const ready = await there.get('/api/health/ready')
      expect([ready.status, ready.json]).toMatchObject([
        200,
        { status: 'degraded', parts: { incoming: 'failing', storage: 'ok' } },
      ])
      expect((await there.get('/api/performers')).status).toBe(200)
      expect((await send(owner)).status).toBe(201)
    } finally {
      await full.close()
      execFileSync('umount', [folder])
      await app.close()
    }
  },
)
