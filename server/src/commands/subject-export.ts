import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { exportFromShell } from '../features/subjects/export-from-shell.ts'
import { Problem } from '../platform/problem.ts'
import { command, text, UsageError, withServices } from '../start/command.ts'

// `npm run subject:export`: writes everything that is stored about one performer to a .zip (D77). It uses the settings of
// the server, which may be running.

const usage = `Usage: npm run subject:export -- --performer ID --out file.zip [--reason TEXT]
Writes everything that is stored about the performer to a new file that only this OS account can read. A sealed record
needs a reason, which the audit log keeps.`

await command(
  {
    usage,
    options: { performer: text, out: text, reason: text },
    explain: (error) => (error instanceof Problem ? `Nothing was exported (${error.code}).` : undefined),
  },
  async ({ performer: performerId, out, reason }, environment) => {
    if (!performerId || !out) throw new UsageError()
    await withServices(environment, async (services) => {
      const archive = await exportFromShell(services, { performerId, reason })
      await pipeline(archive, createWriteStream(out, { flags: 'wx', mode: 0o600 }))
    })
    console.log(`Wrote ${out}. It contains personal data in clear: hand it over safely, then delete it.`)
    return 0
  },
)
