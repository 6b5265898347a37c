import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ConfigError, readConfig } from '../config.ts'

/** The names of all variables that `readConfig` reads. */
const settings = namesReadIn({}, { DEMO: 'off' }, { NODE_ENV: 'production' }, { FIREBASE_API_KEY: 'key' })

function namesReadIn(...environments: Record<string, string>[]): string[] {
  const names = new Set<string>()
  for (const environment of environments) {
    const get = (variables: Record<string, string>, name: string) => {
      names.add(name)
      return variables[name]
    }
    try {
      readConfig(new Proxy(environment, { get }))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
    }
  }
  names.delete('NODE_TLS_REJECT_UNAUTHORIZED') // a variable of Node; production rejects one value of it
  return [...names].sort()
}

function read(path: string): string {
  return readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8')
}

it('.env.example names each setting once, under a comment', () => {
  const [, ...blocks] = read('.env.example').trim().split('\n\n')
  const named = blocks.map((block) => [...block.matchAll(/^#([A-Z_]+)=/gm)].map(([, name]) => name))
  expect(named.flat().sort()).toEqual(settings)
  for (const [n, block] of blocks.entries()) {
    expect(block).toMatch(/^# \S/)
    expect(named[n], block).not.toEqual([])
  }
})

it('the table of docs/operations.md names each setting once, apart from NODE_ENV', () => {
  const table = /\| setting \| what it is \|.*\n((?:\|.*\n)+)/.exec(read('docs/operations.md'))?.[1] ?? ''
  const cells = table.split('\n').map((row) => row.split('|')[1] ?? '')
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect([...named, 'NODE_ENV'].sort()).toEqual(settings)
})
