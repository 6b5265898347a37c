/** @module-tag long */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { renderPaper } from '../features/signings/pdf/render-paper.ts'
import { makeSignedCopy } from '../features/signings/pdf/signed-copy.ts'
import { killPrograms, runProgram } from '../testing/app/programs.ts'
import { sampleKey, samplePaper, sampleProof, sampleStatement } from '../testing/app/sample-contracts.ts'
import { useFolder } from '../testing/app/use-folder.ts'

const folder = useFolder('kyc-contract-')

afterEach(killPrograms)

test('contract:verify needs only the file and the published keys', { timeout: 120_000 }, async () => {
  const { bytes: draft } = await renderPaper(samplePaper)
  const [statement, key] = [sampleStatement(draft), await sampleKey()]
  const proof = sampleProof(statement)
  const { bytes: copy } = await makeSignedCopy({ draft, statement, proof, key, at: new Date() })
  const [file, altered, keys] = ['copy.pdf', 'altered.pdf', 'keys.json'].map((name) => join(folder, name))
  if (!file || !altered || !keys) throw new Error('three paths')
  await writeFile(file, copy)
  await writeFile(altered, copy.with(1000, (copy[1000] ?? 0) ^ 1))
  const certificate = {
    fingerprint: key.fingerprint,
    certificate: Buffer.from(key.certificate).toString('base64'),
    createdAt: '2026-11-01T00:00:00Z',
    retiredAt: null,
  }
  await writeFile(keys, JSON.stringify({ certificates: [certificate], logKeys: [proof.vkey] }))
  const run = (...args: string[]) => runProgram('commands/contract-verify.ts', { args }).finished
  expect(await run(file, '--keys', keys)).toMatchObject({ code: 0, out: expect.not.stringContaining('✗') })
  expect(await run(file, '--key', key.fingerprint, '--key', proof.vkey)).toMatchObject({ code: 0 })
  expect(await run(file)).toMatchObject({ code: 1, out: expect.stringContaining('? certificate') })
  expect(await run(altered, '--keys', keys, '--json')).toMatchObject({ code: 2 })
  expect(await run(join(folder, 'none.pdf'))).toMatchObject({
    code: 1,
    error: expect.stringContaining('Usage'),
  })
})
