import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { createServices } from '../services.ts'
import { joinDatabaseServer } from '../start/database-server.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { seedDemo, seedingPatience } from './seed.ts'

// Creates the demo records in a child process of the starting server (demo.ts), with its settings and its
// database.

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
process.once('disconnect', () => stop.abort())

process.exit(await run())

async function run(): Promise<number> {
  try {
    await using stack = new AsyncDisposableStack()
    const config = readConfig(process.env)
    const log = createLog(config)
    const database = await joinDatabaseServer(config, log, stack)
    const services = await createServices(config, log, database.appUrl, { connectLimit: seedingPatience })
    stack.defer(() => services.close())
    await seedDemo(services, stop.signal)
    return 0
  } catch (error) {
    if (stop.signal.aborted) return 0
    process.stderr.write(`${explainFailure(error)}\n`)
    return 1
  }
}
