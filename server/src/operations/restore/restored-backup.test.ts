import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { startServer } from '../../start/start-server.ts'
import { destroyKeyOnly, sealedRow } from '../../testing/app/sealed-records.ts'
import { useStage } from '../../testing/app/test-app.ts'

const { app } = useStage()

test('a start after a restore destroys nothing: a destroyed key without its record stops it (D119)', async () => {
  const [owner, admin] = [await app.signedIn('user'), await app.signedIn('admin')]
  const id = await sealedRow(app, owner, admin)
  const [before] = await app.sql('SELECT * FROM performer WHERE id = $1', [id])
  await destroyKeyOnly(app, id)
  const env = {
    DATA_DIR: app.dataDir,
    DATABASE_URL: app.services.databaseUrl,
    DATABASE_OWNER_URL: app.ownerUrl,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
    PORT: '0',
  }
  await expect(startServer(readConfig(env), silentLog(), new AbortController().signal)).rejects.toThrow(
    '1 key is destroyed and its record is not: npm run doctor names them.',
  )
  expect(await app.sql('SELECT * FROM performer WHERE id = $1', [id])).toEqual([before])
})
