import { createHash } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import { attachmentNames, verifyContract } from '@kyc/contract/verification/verify-contract.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { beforeAll, expect, test } from 'vitest'
import { popplerTest, usePoppler } from '../../../testing/app/poppler.ts'
import {
  sampleKey,
  samplePaper,
  sampleProof,
  sampleStatement,
} from '../../../testing/app/sample-contracts.ts'
import { samplePdf } from '../../../testing/app/sample-files.ts'
import type { InstallationKey } from './installation-key.ts'
import { renderPaper } from './render-paper.ts'
import { makeSignedCopy } from './signed-copy.ts'

const poppler = usePoppler()
const at = new Date('2026-11-27T09:06:00Z')

let draft: Uint8Array
let key: InstallationKey
let proof: EntryProofFile
let copy: Uint8Array

beforeAll(async () => {
  draft = (await renderPaper(samplePaper)).bytes
  key = await sampleKey()
  const statement = sampleStatement(draft)
  proof = sampleProof(statement)
  const signature = [
    [
      [0.1, 0.5],
      [0.4, 0.2],
      [0.8, 0.9],
    ],
    [[2, -1]],
  ] as const
  copy = (await makeSignedCopy({ draft, statement, proof, key, signature, at })).bytes
})

const trusted = () => ({ fingerprints: [key.fingerprint], logKeys: [proof.vkey] })

/** The names of the checks that failed. */
async function faultsOf(file: Uint8Array, keys = trusted()): Promise<string[]> {
  const { checks } = await verifyContract(file, keys)
  return checks.filter(({ state }) => state === 'failed').map(({ name }) => name)
}

test('a copy verifies with the keys of its installation, and says so', async () => {
  const report = await verifyContract(copy, trusted())
  expect(report).toMatchObject({
    state: 'passed',
    fingerprint: key.fingerprint,
    logKey: proof.vkey,
    draftSha256: createHash('sha256').update(draft).digest('hex'),
    sealedAt: '2026-11-27T09:05:13.000Z',
    timestampedAt: null,
  })
  expect(report.checks.map(({ name }) => name)).toEqual([
    'structure',
    'signature',
    'certificate',
    'draft',
    'statement',
    'entry',
    'details',
    'inclusion',
    'checkpoint',
  ])
})

test('without keys to compare with, an unaltered copy is neither verified nor wrong', async () => {
  const { state, checks } = await verifyContract(copy)
  expect(state).toBe('unknown')
  expect(checks.filter((check) => check.state !== 'passed').map(({ name }) => name)).toEqual([
    'certificate',
    'checkpoint',
  ])
})

test('every change of one byte is found', { timeout: 300_000, tags: 'long' }, async () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  // A signature has few bytes of the file, and the most ways to be read leniently.
  const range = Buffer.from(copy).lastIndexOf('/Contents <')
  const changes = Array.from({ length: process.env.KYC_FULL_TESTS ? 1000 : 200 }, (_, n) => ({
    position: n % 4 === 0 ? range + random(3000) : random(copy.length),
    mask: 1 + random(255),
  }))
  const unfound: unknown[] = []
  for (const change of changes) {
    const altered = Uint8Array.from(copy)
    altered[change.position] = (altered[change.position] ?? 0) ^ change.mask
    if ((await faultsOf(altered)).length === 0) unfound.push(change)
  }
  expect(unfound).toEqual([])
})

test('hexadecimal digits in capitals, and bytes in the padding, are changes of the signature', async () => {
  const text = Buffer.from(copy).toString('latin1')
  const start = text.lastIndexOf('/Contents <') + '/Contents <'.length
  const end = text.indexOf('>', start)
  const digit = text.slice(start, end).search(/[a-f]/) + start
  for (const altered of [
    `${text.slice(0, digit)}${text[digit]?.toUpperCase()}${text.slice(digit + 1)}`,
    `${text.slice(0, end - 1)}1${text.slice(end)}`,
  ])
    expect(await faultsOf(Buffer.from(altered, 'latin1'))).toContain('structure')
})

test('a truncated file, an update after the signature, and other files are no signed copy', async () => {
  const document = await PDFDocument.load(copy, { forIncrementalUpdate: true })
  document.addPage([200, 200])
  const updated = await document.save()
  expect(Buffer.from(updated).subarray(0, copy.length)).toEqual(Buffer.from(copy))
  for (const file of [
    copy.subarray(0, copy.length - 1),
    copy.subarray(0, copy.length / 2),
    Buffer.concat([copy, Buffer.from('\n')]),
    updated,
    draft,
    Buffer.from('not a PDF'),
    new Uint8Array(),
  ])
    expect(await faultsOf(file)).toContain('structure')
})

test.each(['1e999', '"\\ud800"'])(
  'a forged proof with the value %s, which can’t be encoded, is named',
  async (value) => {
    const sha256 = createHash('sha256').update(draft).digest('hex')
    const forged = { ...proof, details: { ...proof.details, value: { sha256, other: 'VALUE' } } }
    const document = await PDFDocument.create()
    document.addPage()
    await document.attach(draft, attachmentNames.draft)
    await document.attach(
      Buffer.from(JSON.stringify(forged).replace('"VALUE"', value)),
      attachmentNames.proof,
    )
    expect(await faultsOf(await document.save())).toContain('details')
  },
)

test('another key, another log, another entry and another draft are named', async () => {
  const other = await sampleKey()
  expect(await faultsOf(copy, { ...trusted(), fingerprints: [other.fingerprint] })).toEqual(['certificate'])
  const logKey = proof.vkey.replace('kyc.example.jp', 'other.example.jp')
  expect(await faultsOf(copy, { ...trusted(), logKeys: [logKey] })).toEqual(['checkpoint'])
})

test('statement, proof and draft that do not belong together are not signed', async () => {
  const statement = sampleStatement(draft)
  const right = { draft, statement, proof: sampleProof(statement), key, at }
  const { proof: sound } = right
  const refused: [string, Partial<typeof right>][] = [
    ['draft, details', { draft: (await renderPaper({ ...samplePaper, title: '別の契約' })).bytes }],
    ['statement', { proof }],
    ['details', { proof: sampleProof(statement, { sha256: '0'.repeat(64) }) }],
    ['details', { proof: { ...sound, details: { ...sound.details, salt: '00' } } }],
    ['entry', { proof: { ...sound, content: { ...sound.content, action: 'read' } } }],
    ['inclusion', { proof: { ...sound, path: sound.path.toReversed() } }],
    ['entry, inclusion', { proof: { ...sound, leaf: '0'.repeat(64) } }],
    ['inclusion, checkpoint', { proof: { ...sound, note: sound.note.replace('\n3\n', '\n4\n') } }],
  ]
  for (const [checks, change] of refused)
    await expect(makeSignedCopy({ ...right, ...change })).rejects.toThrow(`verified: ${checks}`)
  await expect(makeSignedCopy({ ...right, draft: Buffer.from('no PDF') })).rejects.toThrow()
})

test('an uploaded draft keeps its pages, and is attached as it was', async () => {
  const uploaded = new Uint8Array(samplePdf())
  const statement = sampleStatement(uploaded, { language: 'en' })
  const { bytes: made } = await makeSignedCopy({
    draft: uploaded,
    statement,
    proof: sampleProof(statement),
    key,
    at,
  })
  const document = await PDFDocument.load(made)
  expect(document.getPageCount()).toBeGreaterThan((await PDFDocument.load(uploaded)).getPageCount())
  const attached = new Map(document.getAttachments().map(({ name, data }) => [name, data]))
  expect([...attached.keys()].sort()).toEqual(Object.values(attachmentNames).sort())
  expect(Buffer.from(attached.get('draft.pdf') ?? [])).toEqual(Buffer.from(uploaded))
})

test('the viewer of the pages opens a copy, with its texts', async () => {
  const task = getDocument({ data: Uint8Array.from(copy), verbosity: 0, disableFontFace: true })
  const pdf = await task.promise
  const texts = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, n) => {
      const { items } = await (await pdf.getPage(n + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
  await task.destroy()
  expect(texts[0]).toContain('映像作品出演契約書')
  expect(texts.join('')).toContain('締結の記録')
  expect(texts.join('')).toContain(createHash('sha256').update(draft).digest('hex'))
})

popplerTest('another reader finds a valid signature over the whole file, and the texts', async () => {
  const { out, warnings } = await poppler('pdfsig', copy)
  expect(warnings).not.toMatch(/syntax|error/i)
  expect(out).toContain('Signature Type: ETSI.CAdES.detached')
  expect(out).toContain('Signing Hash Algorithm: SHA-256')
  expect(out).toContain('Signer Certificate Common Name: kyc.example.jp')
  expect(out).toContain('Total document signed')
  expect(out).toContain('Signature is Valid.')
  expect(await poppler('pdfinfo', copy)).toMatchObject({ warnings: '', out: expect.stringContaining('A4') })
  const text = await poppler('pdftotext', copy)
  expect(text.warnings).toBe('')
  expect(text.out).toContain('株式会社サンプル映像が、契約書に署名して送りました。')
  expect(text.out).toContain('これだけでは何も証明しません。')
  // The talk was entered as a day, which has no time.
  expect(text.out).toMatch(/2026年11月21日\n/)
})
