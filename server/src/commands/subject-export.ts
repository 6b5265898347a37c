import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { exportFromShell } from '../features/subjects/export-from-shell.ts'
import { Problem } from '../platform/problem.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Services } from '../services.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { runCommand } from '../start/run-command.ts'

// `npm run subject:export`: writes everything that is stored about one performer to a .zip (D77). It uses the settings of
// the server, which may be running.

const usage = `Usage: npm run subject:export -- --performer ID --out file.zip [--reason TEXT]
Writes everything that is stored about the performer to a new file that only this OS account can read. A sealed record
needs a reason, which the audit log keeps.`

interface Arguments {
  readonly performer: string
  readonly out: string
  readonly reason: string | undefined
}

try {
  const args = readArguments(process.argv.slice(2))
  await runCommand(process.env, (services) => writeExport(services, args))
  console.log(`Wrote ${args.out}. It contains personal data in clear: hand it over safely, then delete it.`)
} catch (error) {
  console.error(error instanceof Problem ? `Nothing was exported (${error.code}).` : explainFailure(error))
  process.exitCode = 1
}

async function writeExport(services: Services, { performer, out, reason }: Arguments): Promise<void> {
  const archive = await exportFromShell(services, { performerId: performer, reason })
  await pipeline(archive, createWriteStream(out, { flags: 'wx', mode: 0o600 }))
}

function readArguments(args: readonly string[]): Arguments {
  const text = { type: 'string' } as const
  try {
    const options = { performer: text, out: text, reason: text }
    const { performer, out, reason } = parseArgs({ args: [...args], options }).values
    if (performer && out) return { performer, out, reason }
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}\n${usage}`, { cause: error })
  }
  throw new StartError(usage)
}
