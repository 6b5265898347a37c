import { fork } from 'node:child_process'
import type { LoadJob, LoadOutcome, LoadResult } from './load-job.ts'

/**
 * Runs a load in a separate process.
 * @throws Error for the first response that is not a success
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(new URL('./load-process.ts', import.meta.url))
  const outcome = await new Promise<LoadOutcome>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadOutcome)) // the only message of load-process.ts
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the load process ended with ${code}`)))
    child.send(job)
  })
  if ('failed' in outcome) throw new Error(outcome.failed)
  return outcome.ok
}
