import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeTempFolder } from './temp-folder.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'temp-'))
})
afterEach(() => rm(root, { recursive: true }))

it('is for this process alone and goes with what is in it', async () => {
  const folder = await makeTempFolder(root)
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
  await writeFile(folder.newPath(), 'x')
  await folder.remove()
  expect(await readdir(root)).toEqual([])
})

it('clears away what processes that died have left, and spares those that live and everything else', async () => {
  const dead = spawnSync(process.execPath, ['--version']).pid
  for (const name of [`intake-${dead}-0123456789ab`, `intake-${process.pid}-0123456789ab`, 'mine']) {
    await mkdir(join(root, name))
    await writeFile(join(root, name, 'passport'), 'x')
  }
  const folder = await makeTempFolder(root)
  expect((await readdir(root)).sort()).toEqual(
    [`intake-${process.pid}-0123456789ab`, basename(folder.path), 'mine'].sort(),
  )
})
