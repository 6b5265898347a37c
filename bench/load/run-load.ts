import { fork } from 'node:child_process'
import type { LoadAnswer, LoadJob, LoadResult } from './load-job.ts'

/**
 * Runs a load from a process of its own.
 * @throws Error for the first answer that is not a success
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(new URL('./load-process.ts', import.meta.url))
  const answer = await new Promise<LoadAnswer>((resolve, reject) => {
    child.once('message', (message) => resolve(message as LoadAnswer)) // all that load-process.ts sends
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the load process ended with ${code}`)))
    child.send(job)
  })
  if ('failed' in answer) throw new Error(answer.failed)
  return answer.ok
}
