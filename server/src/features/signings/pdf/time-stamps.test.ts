import { verifyContract } from '@kyc/contract/verification/verify-contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { popplerTest, usePoppler } from '../../../testing/app/poppler.ts'
import {
  sampleKey,
  samplePaper,
  sampleProof,
  sampleStatement,
} from '../../../testing/app/sample-contracts.ts'
import { startTimestampDouble } from '../../../testing/doubles/timestamp-double.ts'
import { renderPaper } from './render-paper.ts'
import { makeSignedCopy } from './signed-copy.ts'

const poppler = usePoppler()

let service: Awaited<ReturnType<typeof startTimestampDouble>>
beforeAll(async () => {
  service = await startTimestampDouble()
})
afterAll(() => service.close())

async function makeCopy() {
  const { bytes: draft } = await renderPaper(samplePaper)
  const [statement, key] = [sampleStatement(draft), await sampleKey()]
  const proof = sampleProof(statement)
  const { bytes: copy } = await makeSignedCopy({
    draft,
    statement,
    proof,
    key,
    timestampUrl: service.url,
    at: new Date(),
  })
  const trusted = { fingerprints: [key.fingerprint], logKeys: [proof.vkey] }
  return { copy, report: await verifyContract(copy, trusted) }
}

popplerTest('the time stamp of a service is part of the signature, and is verified', async () => {
  service.set('stamps')
  const { copy, report } = await makeCopy()
  expect(report).toMatchObject({ state: 'passed', timestampedAt: '2026-11-27T09:06:01.000Z' })
  expect(report.checks.at(-1)).toMatchObject({ name: 'timestamp', state: 'passed' })
  expect((await poppler('pdfsig', copy)).out).toContain('Signature is Valid.')
})

test('a service that fails, redirects, or answers something else never prevents a copy', async () => {
  for (const behaviour of ['other', 'garbage', 'fails', 'redirects'] as const) {
    service.set(behaviour)
    const { report } = await makeCopy()
    expect(report, behaviour).toMatchObject({ state: 'passed', timestampedAt: null })
  }
})
