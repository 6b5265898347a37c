import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTempFolder } from './temp-folder.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'temp-'))
})
afterEach(() => rm(root, { recursive: true }))

it('the folder is private to this process and is removed with its content', async () => {
  const folder = await createTempFolder(root)
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700)
  await writeFile(join(await folder.newFolder(), 'file'), 'x')
  await folder.remove()
  expect(await readdir(root)).toEqual([])
})

it('a start removes folders left behind, also by a process with the same id, and nothing else', async () => {
  for (const name of [`intake-${process.pid}-0123456789ab`, 'intake-0123456789abcdef', 'mine']) {
    await mkdir(join(root, name))
    await writeFile(join(root, name, 'passport'), 'x')
  }
  const living = await createTempFolder(root)
  const folder = await createTempFolder(root)
  expect((await readdir(root)).sort()).toEqual([basename(living.path), basename(folder.path), 'mine'].sort())
  await living.remove()
  await folder.remove()
})

it('a start keeps the folder of another running process, and removes it after that process was killed', async () => {
  const module = new URL('./temp-folder.ts', import.meta.url).href
  const script = `const { createTempFolder } = await import(${JSON.stringify(module)})
    const folder = await createTempFolder(${JSON.stringify(root)})
    process.stdout.write(folder.path)
    setInterval(() => undefined, 60_000)`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const [path] = await once(other.stdout, 'data')
  const first = await createTempFolder(root)
  expect(await readdir(root)).toContain(basename(String(path)))
  other.kill('SIGKILL')
  await once(other, 'exit')
  const second = await createTempFolder(root)
  expect(await readdir(root)).not.toContain(basename(String(path)))
  await first.remove()
  await second.remove()
})

it('a start removes the folder of a killed process whose helpers still write into it', async () => {
  const left = join(root, 'intake-0123456789abcdef')
  await mkdir(left)
  let written = 0
  const write = () => void writeFile(join(left, `part-${written++}`), 'x').catch(() => undefined)
  const helper = setInterval(() => {
    for (let file = 0; file < 50; file++) write()
  }, 1)
  setTimeout(() => clearInterval(helper), 300)
  const folder = await createTempFolder(root)
  expect(await readdir(root)).toEqual([basename(folder.path)])
  await folder.remove()
})
