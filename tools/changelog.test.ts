import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './setup/install.mjs'

const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const releases = changelog
  .split('\n## ')
  .slice(1)
  .map((text) => ({
    version: /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d\n/.exec(text)?.[1],
    migrations: /^Migrations: (\d{4}) to (\d{4})\./m.exec(text)?.slice(1).map(Number) ?? [],
  }))

it('package.json and package-lock.json have the version of the newest release of CHANGELOG.md', () => {
  const versionIn = (path: string) =>
    (JSON.parse(readFileSync(join(root, path), 'utf8')) as { version: string }).version // npm's form
  expect(releases[0]?.version).toBe(versionIn('package.json'))
  expect(versionIn('package-lock.json')).toBe(versionIn('package.json'))
})

it('each migration belongs to one release, whose section names it', () => {
  for (const [at, { migrations, version }] of releases.entries()) {
    const [first = 0, last = 0] = migrations
    expect(first, version).toBe((releases[at + 1]?.migrations[1] ?? 0) + 1)
    expect(last, version).toBeGreaterThanOrEqual(first)
  }
  const newest = readdirSync(join(root, 'server/migrations')).map((name) => Number.parseInt(name, 10))
  expect(Math.max(...newest)).toBeLessThanOrEqual(releases[0]?.migrations[1] ?? 0)
})

it('the files that CHANGELOG.md names exist', () => {
  const named = [...changelog.matchAll(/`?\b((?:deploy|docs|server|tools|web)\/[\w./-]*\w)/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('docs/operations.md installs a release by its commit, because no tag is published', () => {
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  expect(operations).toContain('git checkout <commit of the release>')
  expect(`${operations}${changelog}`).not.toMatch(/--branch|`v\d+\.\d+\.\d+`/)
})
