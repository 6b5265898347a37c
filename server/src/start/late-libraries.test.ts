import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Libraries that a process loads when it first needs them (docs/decisions/0002): those of PDFs alone take 25 MiB and 0.4 s. */
const late = [
  '@aws-sdk/client-kms',
  '@aws-sdk/client-s3',
  '@cantoo/fontkit',
  '@cantoo/pdf-lib',
  '@zxcvbn-ts/language-common',
  'age-encryption',
  'firebase-admin',
  'hucre',
  'nodemailer',
  'pkijs',
  'prom-client',
]

/** Prints the addresses of all modules that the server imports at its start. */
const script = `
  import { registerHooks } from 'node:module'
  const found = []
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context)
      found.push(resolved.url)
      return resolved
    },
  })
  await import('./start-server.ts')
  console.log(JSON.stringify(found))`

test('a start loads none of the libraries that only some work needs', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    maxBuffer: 10_000_000,
  })
  const loaded = [...stdout.matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)].map(([, name]) => name)
  expect(loaded).toContain('fastify')
  expect(late.filter((name) => loaded.includes(name))).toEqual([])
})
