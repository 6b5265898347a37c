import { readFile, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { LogVerification } from '@kyc/contract/audit-verification.ts'
import { second } from '@kyc/contract/durations.ts'
import { acknowledgeRollback } from './features/audit/tree/acknowledge-rollback.ts'
import type { VerificationProgress } from './features/audit/verify/verification.ts'
import { verifyLog } from './features/audit/verify/verify-log.ts'
import { type Config, readConfig } from './platform/config.ts'
import { loginOf } from './platform/db/database-settings.ts'
import { migrate } from './platform/db/migrate.ts'
import { dropPrivileges } from './platform/drop-privileges.ts'
import { replaceFile } from './platform/durable-files.ts'
import { unlessMissing } from './platform/fs.ts'
import { createLog } from './platform/log.ts'
import { StartError } from './platform/start-error.ts'
import { parseVerifier } from './platform/transparency/signed-note.ts'
import { createServices, type Services } from './services.ts'
import { joinDatabaseServer } from './start/database-server.ts'
import { explainFailure } from './start/explain-failure.ts'

// `npm run audit:verify`: verifies the audit log (D39) with the settings of the server, which may be running.

const usage = `Usage: npm run audit:verify -- [--since FILE] [--key VKEY] [--json]
       npm run audit:verify -- --acknowledge-rollback --reason TEXT

--since FILE  verifies what was added since the run that wrote FILE, and updates it. Without that file, verifies
              everything. Interrupted, the next run continues where this one ended.
--key VKEY    the public key of the checkpoints (audit.vkey); by default the one of this server
--json        prints the report as JSON

Exit codes: 0 correct, 2 altered, 3 missing, 4 fork or rollback, 5 unsealed for too long, 6 bad signature, 1 otherwise.`

const log = createLog({ logLevel: 'fatal' })

try {
  const values = parse(process.argv.slice(2))
  const config = readConfig(process.env)
  await dropPrivileges(config, process.env, log)
  await using stack = new AsyncDisposableStack()
  const database = await joinDatabaseServer(config, log, stack)
  await migrate(database.ownerUrl, loginOf(database.appUrl))
  const services = await createServices(withoutDemo(config), log, database.appUrl)
  stack.defer(() => services.close())
  if (values['acknowledge-rollback']) await acknowledge(services, values.reason)
  else process.exitCode = await verify(services, values)
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

/** No emulator is required. */
function withoutDemo(config: Config): Config {
  return { ...config, demo: false, firebase: null }
}

async function acknowledge(services: Services, reason: string | undefined): Promise<void> {
  if (!reason?.trim()) throw new StartError(`--acknowledge-rollback needs a --reason.\n${usage}`)
  const { keptSize, lostSize } = await acknowledgeRollback(services, reason.trim())
  console.log(`Acknowledged the loss of the entries ${keptSize + 1} to ${lostSize} in the audit log.`)
}

interface Options {
  readonly since?: string | undefined
  readonly key?: string | undefined
  readonly json?: boolean | undefined
}

async function verify(services: Services, { since: file, key, json }: Options): Promise<number> {
  const pinned = key === undefined ? services.auditSigner : parseVerifier(key)
  if (!pinned) throw new StartError(`--key is not a public key of checkpoints.\n${usage}`)
  const since = file && (await readFile(file, 'utf8').catch(unlessMissing))
  const source = { ...services, auditSigner: pinned }
  const show = process.stderr.isTTY ? progressBar() : () => undefined
  const save = file ? positionFile(file) : () => undefined
  const { report, position } = await verifyLog(source, {
    ...(since ? { since } : null),
    onProgress(progress) {
      show(progress)
      save(progress)
    },
  })
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  if (file) await (position === null ? rm(file, { force: true }) : replaceFile(file, position))
  console.log(json ? JSON.stringify(report, null, 2) : summaryOf(report))
  return report.code
}

/** Writes the position now and then, so that an interrupted run can be continued. */
function positionFile(file: string): (progress: VerificationProgress) => void {
  let written = performance.now()
  let writing = Promise.resolve()
  return ({ position }) => {
    if (performance.now() - written < second) return
    written = performance.now()
    const text = position()
    writing = writing.then(() => replaceFile(file, text))
  }
}

function progressBar(): (progress: VerificationProgress) => void {
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

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = { since: text, key: text, json: flag, reason: text, 'acknowledge-rollback': flag }
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}
