import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createIdentityFile, readIdentityFile } from '../platform/archive/age-identity.ts'
import { backupStage, filesIn, newest } from '../testing/app/backup-stage.ts'
import { registerPerformer } from '../testing/app/factories.ts'

const stage = backupStage()
const { backUp, restore } = stage

describe('a restore is refused', () => {
  test('with another identity', async () => {
    await backUp()
    await createIdentityFile(join(stage.folder, 'other'))
    const identities = await readIdentityFile(join(stage.folder, 'other'))
    await expect(restore({ identities })).rejects.toThrow(/^The identity does not open .*_key.gz.age/)
    expect(await restore()).toMatchObject({ missing: [] })
  })

  test('with another master key', async () => {
    await backUp()
    const env = { MASTER_KEY: randomBytes(32).toString('base64') }
    await expect(restore({}, undefined, env)).rejects.toThrow(/^The master key has the id .* put the right/)
  })

  test('into a database with data', async () => {
    await backUp()
    const env = { DATABASE_URL: stage.database.appUrl, DATABASE_OWNER_URL: stage.database.ownerUrl }
    await expect(restore({}, undefined, env)).rejects.toThrow('The database already contains data')
  })

  test('of a backup with a missing or changed file', async () => {
    await backUp()
    const file = join(await newest(stage.places.to), 'public.account.gz.age')
    const bytes = await readFile(file)
    bytes[bytes.length - 1]! ^= 1 // the file is not empty
    await writeFile(file, bytes)
    await expect(restore()).rejects.toThrow(`The file ${file} was changed after the backup`)
    await rm(file)
    await expect(restore()).rejects.toThrow(`The file ${file} is missing`)
  })

  test('of a backup whose manifest another installation has written', async () => {
    await backUp()
    const file = join(await newest(stage.places.to), 'manifest.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"newestEntry": "2', '"newestEntry": "3'))
    await expect(restore()).rejects.toThrow('was not written by this installation, or was changed since')
  })

  test('of a newer version', async () => {
    await backUp()
    const file = join(await newest(stage.places.to), 'manifest.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('0028_drafts', '9028_drafts'))
    await expect(restore()).rejects.toThrow(
      'has the migration 9028_drafts.sql, which this version does not have',
    )
    await writeFile(file, text.replace('"format": 1', '"format": 2'))
    await expect(restore()).rejects.toThrow('A newer version wrote the backup')
  })

  test('with keys from before the backup, or without a complete backup', async () => {
    await backUp()
    const older = await newest(stage.places.keysTo)
    await backUp()
    await rm(await newest(stage.places.keysTo), { recursive: true })
    expect(await newest(stage.places.keysTo)).toBe(older)
    await expect(restore()).rejects.toThrow('before the backup of')
    await rename(await newest(stage.places.to), `${await newest(stage.places.to)}.partial`)
    await rename(await newest(stage.places.to), `${await newest(stage.places.to)}.partial`)
    await expect(restore()).rejects.toThrow('contains no complete backup')
  })

  test('of an object that was changed', async () => {
    await registerPerformer(stage.user)
    await backUp()
    const [first = ''] = await filesIn(join(stage.places.to, 'objects'))
    await writeFile(first, 'changed')
    await expect(restore()).rejects.toThrow(`The object ${basename(first)} in ${stage.places.to} was changed`)
  })
})

test('a backup is refused inside the data, in one folder with its keys, and in the folder of another installation', async () => {
  const inside = join(stage.app.dataDir, 'backup')
  await mkdir(inside)
  await expect(backUp({ to: inside })).rejects.toThrow('with which it would be lost')
  await expect(backUp({ keysTo: join(stage.places.to) })).rejects.toThrow('The keys are kept apart')
  await expect(backUp({ to: join(stage.folder, 'missing') })).rejects.toThrow('does not exist')
  await backUp()
  const file = join(await newest(stage.places.to), 'manifest.mac')
  await writeFile(file, `${'0'.repeat(64)}\n`)
  await expect(backUp()).rejects.toThrow('is not a backup of this installation')
})
