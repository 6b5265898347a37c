/** @module-tag long */

import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createIdentityFile, readIdentityFile } from '../../platform/archive/age-identity.ts'
import { connectClient } from '../../platform/db/connect-client.ts'
import { backupStage, filesIn, newest } from '../../testing/app/backup-stage.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { insertPerformerKeys, performerRow } from '../../testing/app/performer-rows.ts'

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
    await changeManifest(stage.places.to, '"newestEntry": "2', '"newestEntry": "3')
    await expect(restore()).rejects.toThrow('was not written by this installation, or was changed since')
  })

  // D122
  test('before anything of a forged archive reaches the database, also when an interrupted restore is continued', async () => {
    await backUp()
    const sql = `claimed_at) FROM STDIN; COMMIT; CREATE FUNCTION planted() RETURNS int LANGUAGE sql AS 'SELECT 1'; --`
    const tables = async () => {
      const client = await connectClient({ connectionString: stage.scratch.ownerUrl })
      const { rows } = await client.query(
        "SELECT oid, relname FROM pg_class WHERE relnamespace = 'public'::regnamespace",
      )
      await client.end()
      return rows
    }
    const before = await tables()
    const original = await changeManifest(stage.places.keysTo, '"claimed_at"', JSON.stringify(sql))
    await expect(restore()).rejects.toThrow('was not written by this installation, or was changed since')
    expect(await tables()).toEqual(before)
    await original()
    const obstacle = join(stage.folder, 'restored', 'incoming')
    await mkdir(join(stage.folder, 'restored'))
    await writeFile(obstacle, '')
    await expect(restore()).rejects.toThrow()
    await rm(obstacle)
    const again = await changeManifest(stage.places.keysTo, '"claimed_at"', JSON.stringify(sql))
    await expect(restore()).rejects.toThrow('was not written by this installation, or was changed since')
    await again()
    expect(await restore()).toMatchObject({ missing: [] })
  })

  // Only a faulty program of this installation could write such archives.
  test.each([
    ['an unknown column', '"claimed_at"', '"claimed"', 'The columns of public.master_key'],
    ['a missing column', '"id",\n    "claimed_at"', '"id"', 'The archive of keys is damaged'],
    [
      'an unknown table',
      '"public.master_key"',
      '"public.masterkey"',
      'does not contain the table public.master_key',
    ],
  ])('of a signed archive with %s', async (_, from, to, message) => {
    await backUp()
    await changeManifest(stage.places.keysTo, from, to, 'signed')
    await expect(restore()).rejects.toThrow(message)
  })

  test('of a file that was changed with its hash in the manifest', async () => {
    await backUp()
    const file = join(await newest(stage.places.keysTo), 'public.data_key.gz.age')
    await writeFile(file, (await readFile(file)).subarray(0, -1))
    await expect(restore()).rejects.toThrow(`The file ${file} was changed after the backup`)
  })

  test('of a newer version', async () => {
    await backUp()
    await changeManifest(stage.places.to, '0028_drafts', '9028_drafts', 'signed')
    await expect(restore()).rejects.toThrow(
      'has the migration 9028_drafts.sql, which this version does not have',
    )
    await changeManifest(stage.places.to, '"format": 1', '"format": 2', 'signed')
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

/** Replaces a part of the manifest of the newest archive, by default without its key. Returns what undoes it. */
async function changeManifest(place: string, from: string, to: string, signed?: 'signed') {
  const folder = await newest(place)
  const [file, mac] = [join(folder, 'manifest.json'), join(folder, 'manifest.mac')]
  const [text, macBefore] = [await readFile(file, 'utf8'), await readFile(mac, 'utf8')]
  expect(text).toContain(from)
  const changed = text.replace(from, () => to)
  await writeFile(file, changed)
  const key = stage.app.services.keyRing.secret('backup-manifest')
  if (signed) await writeFile(mac, createHmac('sha256', key).update(changed).digest('hex'))
  return async () => {
    await writeFile(file, text)
    await writeFile(mac, macBefore)
  }
}

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

// A row that the login of the server can add, or could add in earlier releases (D122).
test.each([
  [
    'a master key that is not in the settings',
    "INSERT INTO master_key (id) VALUES ('other')",
    'contains other',
  ],
  [
    'a data key that no master key opens',
    "INSERT INTO data_key (purpose, generation, kek_id, wrapped, active_at) SELECT 'backup-manifest', 9, id, '', now() FROM master_key",
    'The data key backup-manifest (generation 9) is damaged',
  ],
  ['a record without a key', undefined, 'has no key'],
])('a backup that could not be restored is refused: %s', async (_, statement, message) => {
  if (statement === undefined)
    await stage.app.services.db
      .insertInto('performer')
      .values(performerRow(stage.user.accountId, { id: keyless }))
      .execute()
  else await stage.app.sql(statement)
  await expect(backUp()).rejects.toThrow(message)
  await stage.app.sql("DELETE FROM master_key WHERE id = 'other'")
  await stage.app.sql('DELETE FROM data_key WHERE generation = 9')
  if (statement === undefined) await insertPerformerKeys(stage.app.services, [keyless])
  await backUp()
})

const keyless = randomUUID()

test('a restore ignores the id of a master key that wraps nothing', async () => {
  const { masterKey: current } = stage.app.services
  await stage.app.sql("INSERT INTO master_key (id) VALUES ('other')")
  await backUp({}, { masterKey: { ...current, previous: { ...current, id: 'other' } } })
  await stage.app.sql("DELETE FROM master_key WHERE id = 'other'")
  const ids = await restore({}, ({ db }) => db.selectFrom('master_key').select('id').execute())
  expect(ids).toEqual([{ id: current.id }])
})
