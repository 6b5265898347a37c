import { readFile, rm } from 'node:fs/promises'
import type { LogVerification } from '@kyc/contract/audit-verification.ts'
import { second } from '@kyc/contract/durations.ts'
import { acknowledgeRollback } from '../features/audit/tree/acknowledge-rollback.ts'
import { type ExportReport, verifyExport } from '../features/audit/verify/verify-export.ts'
import { type VerificationProgress, verifyLog } from '../features/audit/verify/verify-log.ts'
import { replaceFile } from '../platform/files/durable-files.ts'
import { unlessMissing } from '../platform/files/fs.ts'
import { type NoteVerifier, parseVerifier } from '../platform/transparency/signed-note.ts'
import type { Services } from '../services.ts'
import { command, flag, text, UsageError, withServices } from '../start/command.ts'

// `npm run audit:verify`: verifies the audit log (D39) with the settings of the server, which may be running.

const usage = `Usage: npm run audit:verify -- [--since FILE] [--key VKEY] [--json]
       npm run audit:verify -- --export FILE.xlsx --proof FILE.jsonl --key VKEY [--json]
       npm run audit:verify -- --acknowledge-rollback --reason TEXT

--since FILE  verifies what was added since the run that wrote FILE, and updates it. Without that file, verifies
              everything. Interrupted, the next run continues from the last checkpoint before the first fault.
--key VKEY    the public key of the checkpoints (audit.vkey); by default the one of this server
--json        prints the report as JSON
--export FILE verifies a workbook of the page with its proof file, without settings or database: that its rows are in
              the log of the key, and state what the entries state. Names are not part of entries.

Exit codes: 0 correct, 2 altered, 3 missing, 4 fork or rollback, 5 unsealed for too long, 6 bad signature, 1 otherwise.`

const options = {
  since: text,
  key: text,
  json: flag,
  reason: text,
  'acknowledge-rollback': flag,
  export: text,
  proof: text,
}

type Values = Partial<Record<'since' | 'key' | 'export' | 'proof', string>> & { readonly json: boolean }

await command({ usage, options }, async (values, environment) => {
  if (values.export !== undefined) return await verifyFiles(values)
  return await withServices(environment, async (services) => {
    if (!values['acknowledge-rollback']) return verify(services, values)
    await acknowledge(services, values.reason)
    return 0
  })
})

async function acknowledge(services: Services, reason: string | undefined): Promise<void> {
  if (!reason?.trim()) throw new UsageError('--acknowledge-rollback needs a --reason.')
  const { keptSize, lostSize } = await acknowledgeRollback(services, reason.trim())
  console.log(`Acknowledged the loss of the entries ${keptSize + 1} to ${lostSize} in the audit log.`)
}

async function verify(services: Services, { since: file, key, json }: Values): Promise<number> {
  const pinned = key === undefined ? services.auditSigner : verifierOf(key)
  const since = file && (await readFile(file, 'utf8').catch(unlessMissing))
  const source = { ...services, auditSigner: pinned }
  const show = process.stderr.isTTY ? progressBar() : () => undefined
  const save = file ? positionFile(file) : () => undefined
  const { report, position } = await verifyLog(source, {
    since: since || undefined,
    onProgress(progress) {
      show(progress)
      save(progress)
    },
  })
  clearBar()
  if (file) await (position === null ? rm(file, { force: true }) : replaceFile(file, position))
  console.log(json ? JSON.stringify(report, null, 2) : summaryOf(report))
  return report.code
}

function verifierOf(key: string): NoteVerifier {
  const verifier = parseVerifier(key)
  if (!verifier) throw new UsageError('--key is not a public key of checkpoints.')
  return verifier
}

async function verifyFiles({ export: workbook, proof, key, json }: Values): Promise<number> {
  if (!workbook || !proof || !key) throw new UsageError('--export needs --proof and --key.')
  const show = process.stderr.isTTY ? progressBar() : () => undefined
  const onProgress = (done: number, total: number) => show({ done, total })
  const report = await verifyExport({ workbook, proof, verifier: verifierOf(key), onProgress })
  clearBar()
  console.log(json ? JSON.stringify(report, null, 2) : exportSummaryOf(report))
  return report.code
}

function clearBar(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

/** Writes the position now and then, so that an interrupted run can be continued. */
function positionFile(file: string): (progress: VerificationProgress) => void {
  let written = performance.now()
  let writing = Promise.resolve()
  return ({ position }) => {
    if (performance.now() - written < second) return
    written = performance.now()
    const text = position()
    if (text !== undefined) writing = writing.then(() => replaceFile(file, text))
  }
}

function progressBar(): (progress: Pick<VerificationProgress, 'done' | 'total'>) => void {
  const start = performance.now()
  let shown = 0
  return ({ done, total }) => {
    if (performance.now() - shown < 100 && done < total) return
    shown = performance.now()
    const filled = Math.floor((done / total) * 30)
    const rate = Math.round((done / (performance.now() - start)) * 1000)
    const bar = '█'.repeat(filled).padEnd(30, '░')
    process.stderr.write(`\r${bar} ${done} / ${total}  ${rate}/s`)
  }
}

function summaryOf({ code, size, root, from, counts, faults }: LogVerification): string {
  const { entries, checkpoints, published, acknowledged, shredded } = counts
  const lines = faults.map((fault) => {
    const at = [
      ...(fault.entryId === null ? [] : [`entry ${fault.entryId}`]),
      ...(fault.leafIndex === null ? [] : [`position ${fault.leafIndex}`]),
      ...(fault.checkpoint === null ? [] : [`checkpoint of ${fault.checkpoint} entries`]),
      ...(fault.detail === undefined ? [] : [fault.detail]),
    ]
    return `${fault.code} ${fault.kind}: ${at.join(', ')}`
  })
  return [
    ...lines,
    ...(counts.faults > faults.length ? [`… and ${counts.faults - faults.length} more`] : []),
    `${code === 0 ? 'The audit log is correct' : `The audit log is NOT correct (${code})`}: ${entries} entries checked${from > 0 ? ` after the first ${from}` : ''} (${shredded} without their destroyed personal data), ${checkpoints} checkpoints, ${published} published ones (${acknowledged} acknowledged as lost).`,
    `Newest checkpoint: ${size} entries, root ${root}`,
  ].join('\n')
}

function exportSummaryOf({ code, size, root, counts, faults }: ExportReport): string {
  const { rows, complete, partial, presentOnly } = counts
  const lines = faults.map((fault) => `${fault.code} ${fault.kind}: entry ${fault.entryId ?? '-'}`)
  const verdict = code === 0 ? 'The export is correct' : `The export is NOT correct (${code})`
  return [
    ...lines,
    ...(counts.faults > faults.length ? [`… and ${counts.faults - faults.length} more`] : []),
    `${verdict}: ${rows} rows checked, ${complete} completely, ${partial} without hidden addresses or details, ${presentOnly} of other accounts for their presence in the log only.`,
    ...(size === null ? [] : [`Checkpoint: ${size} entries, root ${root}`]),
  ].join('\n')
}
