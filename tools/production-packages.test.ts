import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { importGraph, specifiersOf } from './imports.ts'
import { directDependencies, productionPackages } from './production-packages.ts'
import { readTexts } from './prose.ts'
import { readLock, root } from './setup/install.mjs'

/**
 * Licences without conditions on code that uses the package. The conditions of MPL-2.0 concern its own files only, and
 * those of OFL-1.1 concern fonts and not the documents that embed them.
 */
const permissive = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]

/** Libraries under the LGPL, unmodified and replaceable: `heic-to` is a separate file, libvips a shared library. */
const replaceable = /^(heic-to|@img\/sharp-.*)$/

/** The licence of a package in package-lock.json, otherwise in the older form of its manifest. */
function licenceOf({ name, license }: { name: string; license: string | undefined }): string {
  if (license !== undefined) return license
  const manifest = join(root, 'node_modules', name, 'package.json')
  if (!existsSync(manifest)) return 'none'
  const { licenses } = JSON.parse(readFileSync(manifest, 'utf8')) as { licenses?: { type: string }[] } // of old manifests
  return licenses?.map(({ type }) => type).join(' AND ') || 'none'
}

it('packages of production have permissive licences, or are replaceable libraries', () => {
  const others = productionPackages().filter((each) => {
    const terms = licenceOf(each).split(/ AND | OR |[()]/)
    return !terms.every((term) => term === '' || permissive.includes(term)) && !replaceable.test(each.name)
  })
  expect(others).toEqual([])
})

// The limit makes each new dependency a decision; docs/decisions/0002-libraries.md states the reason of each.
it('production has at most 72 direct dependencies', () => {
  expect(directDependencies().size).toBeGreaterThan(30)
  expect(directDependencies().size).toBeLessThanOrEqual(72)
})

it('the server and its programs import packages of production only', () => {
  const sources = readTexts(['contract/src', 'server/src']).filter(({ path }) => path.endsWith('.ts'))
  const texts = new Map(sources.map(({ path, text }) => [path, text]))
  const graph = importGraph(sources)
  const programs = sources.map(({ path }) => path).filter((path) => /^server\/src\/[\w-]+\.ts$/.test(path))
  const entries = programs.filter((path) => !path.endsWith('.test.ts'))
  const reached = new Set<string>()
  const follow = (path: string): void => {
    // Demo mode is skipped, since it is loaded on demand and never in production.
    if (reached.has(path) || path.startsWith('server/src/demo/')) return
    reached.add(path)
    for (const next of graph.get(path) ?? []) follow(next)
  }
  for (const entry of entries) follow(entry)
  // Helpers and threads are started by path, so no import leads to them.
  for (const path of texts.keys()) if (/-(process|thread)\.ts$/.test(path)) follow(path)
  expect(reached.size).toBeGreaterThan(400)
  expect([...reached].filter((path) => path.startsWith('server/src/testing/'))).toEqual([])

  const known = directDependencies()
  const installed = readLock(join(root, 'package-lock.json'))
  const undeclared = [...reached].flatMap((path) =>
    specifiersOf(texts.get(path) ?? '')
      .filter((written) => !/^(\.|node:|@kyc\/)/.test(written))
      .map((written) => (/^(@[^/]+\/)?[^/]+/.exec(written) ?? [written])[0])
      // A string after `from` that names no installed package is not an import.
      .filter((name) => installed.has(`node_modules/${name}`))
      .filter((name) => !known.get(name)?.includes(path.split('/', 1)[0] ?? ''))
      .map((name) => `${path}: ${name}`),
  )
  expect(undeclared).toEqual([])
})
