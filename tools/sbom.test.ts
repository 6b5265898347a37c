/** @module-tag long */

import { spawnSync } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { directDependencies, productionPackages, productWorkspaces } from './production-packages.ts'
import { createBom } from './sbom.ts'

const bom = createBom()

it('the bill of materials lists every package of production with its version, and no development package', () => {
  expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]$/) })
  const refs = new Set(bom.components.map((component) => component['bom-ref']))
  const missing = productionPackages().filter(({ name, version }) => !refs.has(`${name}@${version}`))
  expect(missing).toEqual([])
  const names = [...refs].map((ref) => ref.replace(/@[^@]+$/, ''))
  expect(names).toEqual(
    expect.arrayContaining([...directDependencies().keys(), 'fastify', 'react', '@kyc/server']),
  )
  expect(names.filter((name) => /^(vitest|@biomejs\/biome|@playwright\/test|@kyc\/e2e)$/.test(name))).toEqual(
    [],
  )
  const named = new Set([...refs, bom.metadata.component['bom-ref']])
  expect(
    bom.dependencies
      .flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn])
      .filter((ref) => !named.has(ref)),
  ).toEqual([])
})

/**
 * Licences under which a product may be delivered whose source is not published. Those of the LGPL and the MPL bind the
 * published source of the library itself, which is used as it comes.
 */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
])

it('every package of production has one of the accepted licences', () => {
  const refused = bom.components
    .map(({ 'bom-ref': ref, licenses = [] }) => ({
      ref,
      names: licenses
        .flatMap(({ license, expression }) =>
          (expression ?? license?.id ?? 'unknown').split(/ AND | OR |[()]/),
        )
        .filter((name) => name !== ''),
    }))
    .filter(({ names }) => names.length === 0 || !names.every((name) => accepted.has(name)))
  // The product itself, and a package under MIT that names it in a form that npm does not read.
  expect(refused.map(({ ref }) => ref).toSorted()).toEqual([
    ...productWorkspaces.map((name) => `@kyc/${name}@1.0.0`),
    'limiter@1.1.5',
  ])
})

it('the bill of materials is written to stdout or to the named file, and a failure to write is reported', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'kyc-sbom-'))
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'sbom.ts'), ...args], {
      cwd: folder.path,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
  const piped = run()
  expect(piped, piped.stderr).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(piped.stdout).components.length).toBeGreaterThan(100)
  const file = join(folder.path, 'bom.json')
  expect(run(file)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Wrote \d+ components to /) })
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ bomFormat: 'CycloneDX' })
  expect(run(join(folder.path, 'none/bom.json'))).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^.* could not be written: .*\n$/),
  })
}, 60_000)
