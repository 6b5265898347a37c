import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { StartError } from '../../process/start-error.ts'
import { binariesIn, findBinaries } from './binaries.ts'

test('finds the programs that npm installed', async () => {
  expect((await findBinaries()).postgres).toMatch(/postgres(?:\.exe)?$/)
})

test('reports in one sentence that the package is missing', async () => {
  const missing = () => Promise.reject(new Error('Cannot find package'))
  await expect(findBinaries('DRILL_DATABASE_URL', missing)).rejects.toThrow(
    new StartError('There is no embedded PostgreSQL in this installation: set DRILL_DATABASE_URL.'),
  )
})

test('reports in one sentence that the programs do not run, as without the links to their libraries', async () => {
  await using folder = await mkdtempDisposable(`${tmpdir()}/kyc-binaries-`)
  const binaries = binariesIn(folder.path)
  await writeFile(binaries.postgres, '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  await expect(findBinaries('DATABASE_URL', async () => binaries)).rejects.toThrow(
    new StartError('There is no embedded PostgreSQL in this installation: set DATABASE_URL.'),
  )
})
