import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useFolder } from '../testing/app/use-folder.ts'

const folder = useFolder('kyc-compiled-')
const sources = join(import.meta.dirname, '..')
const program = join(import.meta.dirname, 'fill-compile-cache.ts')

/** The modules that a source names in the form of `pattern`, relative to the folder of all sources. */
function modulesIn(path: string, pattern: RegExp): string[] {
  const found = readFileSync(join(sources, path), 'utf8').matchAll(pattern)
  return [...found].map(([, name = '']) => relative(sources, join(sources, path, '..', name)))
}

test('it names every source that a server loads when some work first needs it', () => {
  const named = new Set(modulesIn(relative(sources, program), /^import '(\.[^']+)'$/gm))
  const late = globSync('**/*.ts', { cwd: sources })
    // A helper is another program, and the demo is not part of an image.
    .filter((path) => !/\.test\.ts$|^testing\/|^demo\/|cleaner-process\.ts$/.test(path))
    .flatMap((path) => modulesIn(path, /\bimport\('(\.[^']+)'\)/g))
    .filter((path) => path !== 'demo/demo.ts')
  expect(late.length).toBeGreaterThan(8)
  expect(late.filter((path) => !named.has(path))).toEqual([])
})

/** Whether a process that imports everything that the program imports has loaded the compiler of TypeScript. */
async function loadsCompiler(cache: string): Promise<boolean> {
  const script = `await import(${JSON.stringify(program)})
    console.log(process.moduleLoadList.some((name) => name.includes('amaro')))`
  const { stdout } = await run(['--input-type=module', '--eval', script], cache)
  return stdout.trim() === 'true'
}

const run = (args: readonly string[], cache: string) =>
  promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache },
  })

test('a server that starts after it needs no compiler of TypeScript', async () => {
  expect(await loadsCompiler(join(folder, 'empty'))).toBe(true)
  await run([program], join(folder, 'filled'))
  expect(await loadsCompiler(join(folder, 'filled'))).toBe(false)
})
