import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { secretPlaces } from './secret-places.ts'

it('helpers must not see data, files, checkpoints, keys and settings with passwords', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-places-'))
  const file = join(folder, 'database-url')
  await writeFile(file, 'postgres://app:word@127.0.0.1/kyc')
  const config = readConfig({
    DATA_DIR: '/srv/data',
    STORAGE_URL: '/srv/files',
    AUDIT_CHECKPOINTS: '/srv/checkpoints',
    MASTER_KEY_FILE: '/etc/kyc/master.key',
    MASTER_KEY_PREVIOUS_FILE: '/etc/kyc/previous.key',
    AWS_SHARED_CREDENTIALS_FILE: '/etc/kyc/aws',
    DATABASE_URL_FILE: file,
  })
  await rm(folder, { recursive: true })
  expect(secretPlaces(config).sort()).toEqual(
    [
      '/srv/data',
      '/srv/files',
      '/srv/checkpoints',
      '/etc/kyc/master.key',
      '/etc/kyc/previous.key',
      '/etc/kyc/aws',
      file,
    ].sort(),
  )
})
