/** @module-tag long */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkHead } from '../features/audit/tree/check-head.ts'
import { startJobs } from '../jobs.ts'
import { killPrograms, runProgram } from '../testing/app/programs.ts'
import { useStage } from '../testing/app/test-app.ts'

const { app } = useStage()

afterEach(killPrograms)

test('audit:verify names the broken entry, and a server that was rolled back starts only when it is acknowledged', {
  timeout: 60_000,
}, async () => {
  const env = { DATABASE_URL: app.ownerUrl, DATA_DIR: app.dataDir }
  const run = (script: string, ...args: string[]) => runProgram(script, { args, env }).finished
  await app.signedIn('admin')
  const jobs = startJobs(app.services)
  await jobs.stop()

  const since = join(app.dataDir, 'position')
  const key = (await readFile(join(app.dataDir, 'checkpoints/audit.vkey'), 'utf8')).trim()
  const correct = await run('commands/audit-verify.ts', '--since', since, '--key', key, '--json')
  expect(JSON.parse(correct.out)).toMatchObject({ code: 0, from: 0, counts: { entries: 1, published: 1 } })

  await app.sql('SET session_replication_role = replica')
  const [entry] = await app.sql<{ id: string }>("UPDATE audit_event SET action = 'read' RETURNING id")
  const altered = await run('commands/audit-verify.ts')
  expect(altered).toMatchObject({ code: 2, out: expect.stringContaining(`2 entry: entry ${entry?.id}`) })
  expect(await readFile(since, 'utf8')).not.toBe('')

  const tables = ['audit_pii', 'audit_event', 'audit_leaf', 'audit_checkpoint']
  await app.sql(tables.map((table) => `DELETE FROM ${table}`).join(';'))
  const refused = await run('main.ts')
  expect(refused).toMatchObject({ code: 1, error: expect.stringMatching(/^AUDIT_ROLLBACK: .*\n$/) })
  const acknowledged = await run('commands/audit-verify.ts', '--acknowledge-rollback', '--reason', '復旧')
  expect(acknowledged).toMatchObject({ code: 0, out: expect.stringContaining('entries 1 to 1') })
  await checkHead(app.services)
})

test('audit:verify reports in one sentence that a log has lost its name', async () => {
  await app.sql('SET session_replication_role = replica; DELETE FROM audit_origin')
  const env = { DATABASE_URL: app.ownerUrl, DATA_DIR: app.dataDir }
  expect(await runProgram('commands/audit-verify.ts', { env }).finished).toEqual({
    code: 1,
    out: '',
    error: expect.stringMatching(/^The table audit_origin is empty: .*\n$/),
  })
})
