import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bareEnvironment } from '../../../platform/process/bare-environment.ts'
import type { CheckedRange, RangeKeys } from './check-range.ts'
import type { RangeJob, RangeRequest } from './range-thread.ts'

/** Checks one range at a time. */
interface RangeChecker {
  check(range: RangeRequest): Promise<CheckedRange>
  close(): Promise<unknown>
}

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 }

function threadChecker(databaseUrl: string, { keys, verifier }: RangeKeys): RangeChecker {
  const job: RangeJob = { databaseUrl, keys, vkey: verifier.vkey }
  const worker = new Worker(new URL('./range-thread.ts', import.meta.url), {
    workerData: job,
    env: bareEnvironment(),
    execArgv: [],
    resourceLimits,
  })
  worker.on('error', () => undefined) // followed by `exit`; a thread may also fail between two ranges
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the thread has ended')))
  ended.catch(() => undefined) // reported by the next check
  return {
    async check(range) {
      const reply = once(worker, 'message') // rejects if the thread fails
      worker.postMessage(range)
      const [checked] = await Promise.race([reply, ended])
      return checked as CheckedRange // range-thread.ts sends nothing else
    },
    close: () => worker.terminate(),
  }
}

/** Checks ranges in threads and yields them in order. */
export async function* checkInThreads(
  databaseUrl: string,
  keys: RangeKeys,
  threads: number,
  ranges: Iterable<RangeRequest>,
): AsyncGenerator<CheckedRange> {
  const checkers = Array.from({ length: threads }, () => threadChecker(databaseUrl, keys))
  try {
    const source = ranges[Symbol.iterator]()
    const running: Promise<CheckedRange>[] = []
    const idle = [...checkers]
    const begin = () => {
      while (running.length < 3 * checkers.length) {
        const checker = idle.pop()
        const range = checker && source.next()
        if (!checker || !range || range.done) return
        const result = checker.check(range.value).finally(() => {
          idle.push(checker)
          begin()
        })
        result.catch(() => undefined) // rethrown when it is its turn
        running.push(result)
      }
    }
    begin()
    for (let next = running.shift(); next; next = running.shift()) {
      yield await next
      begin()
    }
  } finally {
    await Promise.all(checkers.map((checker) => checker.close()))
  }
}
