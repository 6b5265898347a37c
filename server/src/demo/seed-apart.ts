import { fork } from 'node:child_process'
import { once } from 'node:events'
import { StartError } from '../platform/start-error.ts'
import type { Services } from '../services.ts'
import { isSeeded } from './installation.ts'

/**
 * Makes the demo records, where they are missing, in a process of its own: the memory that dozens of files take to be
 * cleaned and encrypted goes with it instead of staying with the server.
 * @throws StartError when they could not be made; the reason is on stderr
 */
export async function seedDemoApart({ db }: Pick<Services, 'db'>, stop: AbortSignal): Promise<void> {
  if (await isSeeded(db)) return
  stop.throwIfAborted()
  const child = fork(new URL('./seed-process.ts', import.meta.url), { execArgv: [] })
  const end = () => child.kill('SIGTERM')
  stop.addEventListener('abort', end, { once: true })
  const [code] = await once(child, 'exit').finally(() => stop.removeEventListener('abort', end))
  stop.throwIfAborted()
  if (code !== 0) throw new StartError('The demo records could not be made.')
}
