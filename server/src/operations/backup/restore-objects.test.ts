import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashOf } from '../../platform/archive/encrypted-file.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import type { Archive } from './manifest.ts'
import { objectLine } from './object-list.ts'
import { restoreObjects } from './restore-objects.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-objects-'))
  for (const name of ['objects', 'target']) await mkdir(join(folder, name))
})
afterEach(() => rm(folder, { recursive: true }))

test('a list of objects that is changed while it is restored replaces no good file, and ends the restore (D122)', async () => {
  const [pool, target] = [folderStore(join(folder, 'objects')), folderStore(join(folder, 'target'))]
  const key = newObjectKey()
  for (const store of [pool, target]) await store.put(key, Readable.from([Buffer.from('good')]))
  const list = join(folder, 'objects.txt')
  const write = (sha256: string) => writeFile(list, objectLine({ key, bytes: 4, sha256, gone: null }))
  await write((await hashOf(Readable.from([Buffer.from('good')]))).sha256)
  const objects = { file: 'objects.txt', count: 1, ...(await hashOf(createReadStream(list))) }
  const archive = { path: folder, manifest: { objects } } as unknown as Archive // only what the function reads
  const restore = () => restoreObjects(folder, archive, target, () => undefined)
  expect(await restore()).toEqual([])
  await write('0'.repeat(64))
  await expect(restore()).rejects.toThrow(`The object ${key}`)
  expect(await text(await target.get(key))).toBe('good')
  await writeFile(list, '')
  await expect(restore()).rejects.toThrow(`The file ${list} was changed after the backup`)
})
