import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createNoteSigner, parseVerifier } from '../../../platform/transparency/signed-note.ts'
import { allEntries, recordAt } from '../../../testing/app/audit-export.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { sealLog } from '../../../testing/app/seal-log.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import type { TestClient } from '../../../testing/app/test-client.ts'
import { useFolder } from '../../../testing/app/use-folder.ts'
import { aboutAccount, byJob } from '../about.ts'
import { type ExportReport, verifyExport } from './verify-export.ts'

const { app, owner, reviewer } = useStage({ owner: ['user', '登録 太郎'], reviewer: ['admin', '審査 三郎'] })
const folder = useFolder('kyc-proof-')
let files: Files

interface Files {
  readonly workbook: Uint8Array
  /** The lines of the proof. */
  readonly proof: readonly string[]
}

/** An account may export five times an hour, so each test uses a new one. */
const admin = () => app.signedIn('admin', '管理 三郎')

beforeAll(async () => {
  const performer = await registerPerformer(owner)
  await reviewer.put(`/api/performers/${performer.id}/documents/idFront/reject`, {
    codes: ['glare'],
    message: '撮り直してください。\r\n=1+1',
    note: '管理者だけの覚え書き',
  })
  // More than one stored subtree: proofs have stored and computed hashes.
  await recordMany(300)
  await sealLog(app)
  files = await exportedWithProof(await admin(), '?resourceType=document')
})

async function recordMany(count: number): Promise<void> {
  const { audit, db } = app.services
  await inTransaction(db, async (tx) => {
    for (let n = 0; n < count; n++) {
      const action = n % 50 === 0 ? 'verify' : 'update'
      const details = { reason: `理由 ${n}` }
      await audit.record(tx, { ip: '203.0.113.9' }, action, aboutAccount(owner.accountId), details)
    }
  })
}

async function exportedWithProof(client: TestClient, query = ''): Promise<Files> {
  const reply = await client.get(`/api/audit-logs/export${query}${query ? '&' : '?'}proof=true`)
  expect(reply.status).toBe(200)
  const name = `audit_log_report_${dayInJapan(new Date())}`
  expect(reply.headers.get('content-disposition')).toBe(`attachment; filename=${name}.zip`)
  const parts = unzipSync(reply.bytes)
  expect(Object.keys(parts)).toEqual([`${name}.xlsx`, `${name}.proof.jsonl`])
  const [workbook, proof] = Object.values(parts)
  return { workbook: workbook!, proof: strFromU8(proof!).trimEnd().split('\n') } // the two parts above
}

async function verified({ workbook, proof }: Files, vkey?: string): Promise<ExportReport> {
  const paths = { workbook: join(folder, 'f.xlsx'), proof: join(folder, 'f.jsonl') }
  await writeFile(paths.workbook, workbook)
  await writeFile(paths.proof, `${proof.join('\n')}\n`)
  const verifier = parseVerifier(vkey ?? app.services.auditSigner.vkey)
  return verifyExport({ ...paths, verifier: verifier! }) // a valid key
}

describe('an export with its proof verifies without a database', () => {
  test.each([
    ['of all entries', ''],
    ['of few entries', '?resourceType=document'],
    ['of entries that are far apart in the log', '?action=verify&resourceType=user'],
    ['without entries', '?action=shred'],
  ])('%s', async (_, query) => {
    const person = await admin()
    await sealLog(app)
    const expected = await allEntries(person, query)
    const report = await verified(await exportedWithProof(person, query))
    expect(report).toMatchObject({ code: 0, faults: [] })
    expect(report.counts).toMatchObject({ rows: expected.length, complete: expected.length })
  })

  test('the proof of a user reveals no account, address, note or detail that the page hides', async () => {
    await sealLog(app)
    const proven = await exportedWithProof(owner)
    const { code, counts } = await verified(proven)
    expect(code).toBe(0)
    expect(counts.presentOnly).toBeGreaterThan(0)
    const text = proven.proof.join('\n')
    expect(text).not.toMatch(/管理者だけの覚え書き|審査 三郎/)
    const foreign = (await allEntries(owner)).filter(({ userId, user }) => userId === null && user !== null)
    const lines = proven.proof.filter((line) => foreign.some(({ id }) => line.includes(id)))
    expect(lines).toHaveLength(foreign.length)
    for (const line of lines) expect(Object.keys(JSON.parse(line))).toEqual(['id', 'index', 'leaf', 'path'])
  })

  test('an entry with an action and a resource type of a newer release is proven like every other', async () => {
    await inTransaction(app.services.db, (tx) =>
      app.services.audit.record(
        tx,
        byJob,
        'withdraw' as 'update', // a word of a newer release
        { resourceType: 'contract' as 'user', resourceId: 'unknown-words', owner: owner.accountId },
        { reason: '新しい操作' },
      ),
    )
    await sealLog(app)
    const proven = await exportedWithProof(await admin(), '?resourceId=unknown-words')
    expect(await verified(proven)).toMatchObject({ code: 0, faults: [], counts: { rows: 1, complete: 1 } })
  })

  test('rows that are not sealed yet are reported as uncovered, and counted in the summary', async () => {
    await recordAt(app, owner.accountId, new Date(), { reason: '最新' })
    const proven = await exportedWithProof(await admin(), '?resourceType=user')
    const { code, faults } = await verified(proven)
    expect(code).toBe(5)
    expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(['uncovered']))
    expect(summaryOf(proven)).toMatchObject({ uncovered: faults.length })
  })
})

/** Changes the XML of the sheet with the rows, or the texts of the cover. */
function editSheet(sheet: 'cover' | 'rows', change: (xml: string) => string) {
  return ({ workbook, proof }: Files): Files => {
    const parts = unzipSync(workbook)
    const path = sheet === 'cover' ? 'xl/sharedStrings.xml' : 'xl/worksheets/sheet2.xml'
    const before = strFromU8(parts[path]!) // a part of every workbook
    const after = change(before)
    expect(after).not.toBe(before)
    return { workbook: zipSync({ ...parts, [path]: strToU8(after) }), proof }
  }
}

/** Changes the first row of the proof. */
function editRow(change: (row: Record<string, unknown>) => unknown) {
  return ({ workbook, proof }: Files): Files => ({
    workbook,
    proof: proof.with(0, JSON.stringify(change(JSON.parse(proof[0] ?? '')))),
  })
}

const editPath = (change: (path: readonly string[]) => readonly string[]) =>
  editRow((row) => ({ ...row, path: change(row.path as string[]) }))

const lastOf = ({ proof }: Files): { format: string; signed: string } => JSON.parse(proof.at(-1) ?? '')

function summaryOf(of: Files): Record<string, unknown> {
  const { signed } = lastOf(of)
  return JSON.parse(signed.slice(0, signed.indexOf('\n')))
}

const withLast = ({ workbook, proof }: Files, line: object): Files => ({
  workbook,
  proof: proof.with(-1, JSON.stringify(line)),
})

/** Changes the summary and signs it again, as only the server could. */
const editSummary =
  (change: object) =>
  (of: Files): Files =>
    withLast(of, {
      ...lastOf(of),
      signed: app.services.auditSigner.sign(`${JSON.stringify({ ...summaryOf(of), ...change })}\n`),
    })

const firstRow = /<row r="2".*?<\/row>/s
const flipped = (hex: string) => (hex.startsWith('0') ? '1' : '0') + hex.slice(1)

describe('each change of the files is detected', () => {
  test.each([
    ['a changed action', 2, 'cells', editSheet('rows', (xml) => xml.replace('差し戻し', '検証'))],
    ['changed details', 2, 'cells', editSheet('rows', (xml) => xml.replace('光の反射', '有効期限切れ'))],
    [
      'another account',
      2,
      'cells',
      editSheet('rows', (xml) => xml.replaceAll(reviewer.accountId, owner.accountId)),
    ],
    ['a changed name', 2, 'cover', editSheet('rows', (xml) => xml.replace('審査 三郎', '登録 太郎'))],
    ['a removed row', 3, 'row_missing', editSheet('rows', (xml) => xml.replace(firstRow, ''))],
    ['a repeated row', 5, 'uncovered', editSheet('rows', (xml) => xml.replace(firstRow, '$&$&'))],
    [
      'another root on the cover',
      2,
      'cover',
      editSheet('cover', (xml) => xml.replace(/[0-9a-f]{64}/, flipped)),
    ],
    [
      'changed content in the proof',
      2,
      'entry',
      editRow((row) => ({ ...row, content: { ...(row.content as object), action: 'verify' } })),
    ],
    [
      'changed details in the proof',
      2,
      'details',
      editRow((row) => ({ ...row, details: { ...(row.details as object), value: {} } })),
    ],
    ['another leaf', 4, 'root', editRow((row) => ({ ...row, leaf: flipped(String(row.leaf)) }))],
    ['another position', 4, 'root', editRow((row) => ({ ...row, index: Number(row.index) + 1 }))],
    ['another hash', 4, 'root', editPath(([first = '', ...rest]) => [flipped(first), ...rest])],
    ['a missing hash', 4, 'root', editPath((path) => path.slice(1))],
    ['a hash too many', 4, 'root', editPath((path) => [...path, 'ab'.repeat(32)])],
    ['no note', 6, 'signature', editSummary({ note: null })],
    ['another number of rows in the summary', 2, 'head', editSummary({ rows: 99 })],
    ['another number of uncovered rows in the summary', 2, 'head', editSummary({ uncovered: 7 })],
    [
      'another author on the cover',
      2,
      'cover',
      editSheet('cover', (xml) => xml.replace('管理 三郎', '審査 次郎')),
    ],
    ['another filter on the cover', 2, 'cover', editSheet('cover', (xml) => xml.replace('書類', '動画'))],
    [
      'a summary that was not signed again',
      6,
      'signature',
      (of: Files): Files =>
        withLast(of, { ...lastOf(of), signed: lastOf(of).signed.replace('document', 'video') }),
    ],
    [
      'a note of another key',
      6,
      'signature',
      editSummary({ note: createNoteSigner('other', Buffer.alloc(32, 7)).sign('other\n') }),
    ],
  ] as const)('%s: code %i', async (_, code, kind, change) => {
    const report = await verified(change(files))
    expect(report.faults.map((fault) => fault.kind)).toContain(kind)
    expect(report.faults.map((fault) => fault.code)).toContain(code)
    expect(report.code).toBe(Math.min(...report.faults.map((fault) => fault.code)))
  })

  test('a row and its proof removed together match neither the summary nor the cover', async () => {
    const { workbook, proof } = editSheet('rows', (xml) => xml.replace(firstRow, ''))(files)
    const report = await verified({ workbook, proof: proof.slice(1) })
    expect(report.faults.map(({ kind }) => kind)).toEqual(['head', 'cover'])
  })

  test('a proof that is cut off, or of another release, is not accepted', async () => {
    const { workbook, proof } = files
    await expect(verified({ workbook, proof: proof.slice(0, -1) })).rejects.toThrow('incomplete')
    const earlier = withLast(files, { ...lastOf(files), format: 'kyc-audit-proof/2' })
    await expect(verified(earlier)).rejects.toThrow('written by another release')
  })

  test('the files verify with the key of this log only', async () => {
    expect((await verified(files)).code).toBe(0)
    const other = createNoteSigner(app.services.auditSigner.name, Buffer.alloc(32, 7))
    expect((await verified(files, other.vkey)).code).toBe(6)
  })
})
