import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeOnce } from './durable-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('a file is written once', async () => {
  const path = join(folder, 'file')
  await writeOnce(path, 'first')
  await writeOnce(path, 'second')
  expect(await readdir(folder)).toEqual(['file'])
  expect(await readFile(path, 'utf8')).toBe('first')
})

it('a write that fails half-way, as on a full disk, leaves nothing', async () => {
  async function* content() {
    yield 'half'
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }
  // The file system accepts any content; only content of this kind fails after the file was created.
  const failing = content() as unknown as string
  await expect(writeOnce(join(folder, 'file'), failing)).rejects.toThrow('no space left')
  expect(await readdir(folder)).toEqual([])
})
