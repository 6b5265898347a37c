import { readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { explainFailure } from '../../start/explain-failure.ts'
import { startServer } from '../../start/start-server.ts'

/**
 * Starts the server in this process, which takes a tenth of the time of a program, and stops it. The result is that of the
 * program: its exit code and what it writes to stderr.
 */
export async function startHere(
  env: Record<string, string>,
): Promise<{ code: number; out: string; error: string }> {
  try {
    const config = readConfig({ DEMO: 'off', PORT: '0', ...env })
    const server = await startServer(config, silentLog(), new AbortController().signal)
    await server.stop()
    return { code: 0, out: '', error: '' }
  } catch (error) {
    return { code: 1, out: '', error: `${explainFailure(error)}\n` }
  }
}
