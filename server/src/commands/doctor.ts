import { parseArgs } from 'node:util'
import { type Check, type Examination, examine } from '../operations/doctor/examine.ts'
import { StartError } from '../platform/process/start-error.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { runCommand } from '../start/run-command.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run doctor`: compares rows, files, hashes and keys, while the server may be running (D57). Exit codes: 0 no faults,
// 1 the check failed, 2 faults were found.

const usage = `Usage: npm run doctor [-- --json] [--fix]
--fix queues files that belong to no document for deletion. Everything else needs the backup.`

const fromBackup =
  'Keys, boxes and files: restore what is damaged or missing from a backup. During storage:move, its last step copies missing files.'

const adviceFor: Readonly<Record<Check, string>> = {
  keys: fromBackup,
  boxes: fromBackup,
  files: fromBackup,
  store:
    'Files without a document or left by a crash: add --fix to delete them. The server deletes the latter daily.',
  log: 'Log: npm run audit:verify explains its faults.',
  schema:
    'Schema: it differs from the migrations of this version. If you did not change it, treat it as an incident (docs/security/incidents.md).',
}

try {
  const { fix, json } = parse(process.argv.slice(2))
  const found = await runCommand(process.env, async (services) => {
    const progress = showProgress()
    const result = await examine(services, { fix, onProgress: (check, n) => progress(`${check}: ${n}`) })
    progress.end()
    return result
  })
  console.log(json ? JSON.stringify(found) : describe(found))
  process.exitCode = found.count > 0 ? 2 : 0
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

function describe({ faults, count, fixed }: Examination): string {
  return [
    ...faults.map(({ check, fault, id }) => `${check}: ${fault}: ${id}`),
    ...(count > faults.length ? [`… and ${count - faults.length} more`] : []),
    ...(fixed > 0 ? [`Deleted or queued for deletion: ${fixed} files.`] : []),
    count === 0 ? 'No faults.' : `Faults: ${count}.`,
    ...new Set(faults.map(({ check }) => adviceFor[check])),
  ].join('\n')
}

function parse(args: readonly string[]): { fix: boolean; json: boolean } {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({ args: [...args], options: { fix: flag, json: flag } }).values
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
}
