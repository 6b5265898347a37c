import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { limits } from '@kyc/contract/limits.ts'
import pLimit from 'p-limit'
import { bareEnvironment } from '../../../platform/bare-environment.ts'
import type { Log } from '../../../platform/log.ts'
import { Problem } from '../../../platform/problem.ts'
import type { CleanImage, ImageJob } from './clean-image.ts'
import type { CleaningAnswer, CleaningJob } from './cleaning-job.ts'
import { cpuTimeOf } from './cpu-time.ts'
import type { ExaminedPdf } from './examine-pdf.ts'
import { FileRefused } from './file-refused.ts'

/** Opens files of strangers in processes of their own, a few at a time. */
export interface Cleaner {
  /**
   * @throws FileRefused when the file is at fault, also for what it takes in time or memory
   * @throws Problem TEMPORARILY_UNAVAILABLE when the process crashed, or took too long on a busy machine
   */
  image(job: ImageJob): Promise<CleanImage>
  /** @throws as `image` */
  pdf(path: string): Promise<ExaminedPdf>
  /** The processes at work or waiting for work. */
  pids(): number[]
  close(): void
}

export interface CleanerOptions {
  readonly log: Log
  readonly processes?: number
  /** Milliseconds for one file, and how much of it in the processor's time makes it the file's fault. */
  readonly timeout?: number
  readonly cpuTime?: number
}

export function createCleaner({ log, processes, ...given }: CleanerOptions): Cleaner {
  const times = { timeout: limits.cleaning.timeout, cpuTime: limits.cleaning.timeout / 2, ...given }
  const slots = pLimit(processes ?? Math.min(availableParallelism(), limits.cleaning.processes))
  const idle = new Set<Helper>()
  const all = new Set<Helper>()
  const run = (job: CleaningJob) =>
    slots(async () => {
      const helper = [...idle].findLast((each) => each.alive()) ?? startHelper((gone) => forget(gone))
      all.add(helper)
      idle.delete(helper)
      const answer = await helper.ask(job, times).catch((error) => {
        log.error({ err: error }, 'a file could not be cleaned')
        throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause: error })
      })
      if (helper.alive()) idle.add(helper)
      return resultOf(answer)
    })
  const forget = (helper: Helper) => {
    all.delete(helper)
    idle.delete(helper)
  }
  return {
    // Each kind of job has its own kind of answer (cleaner-process.ts).
    image: (job) => run({ kind: 'image', ...job }) as Promise<CleanImage>,
    pdf: (input) => run({ kind: 'pdf', input }) as Promise<ExaminedPdf>,
    pids: () => [...all].flatMap((helper) => helper.pid ?? []),
    close: () => {
      for (const helper of all) helper.kill()
    },
  }
}

function resultOf(answer: CleaningAnswer): CleanImage | ExaminedPdf {
  if ('ok' in answer) return answer.ok
  if ('refused' in answer) throw new FileRefused(answer.refused)
  throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1, cause: new Error(answer.failed) })
}

type Times = Required<Pick<CleanerOptions, 'timeout' | 'cpuTime'>>

interface Helper {
  readonly pid: number | undefined
  alive(): boolean
  ask(job: CleaningJob, times: Times): Promise<CleaningAnswer>
  kill(): void
}

/** One process, which does one job at a time and ends by itself when it has had nothing to do for a while. */
function startHelper(gone: (helper: Helper) => void): Helper {
  const child = fork(new URL('./cleaner-process.ts', import.meta.url), {
    // Nothing of ours is passed on: no secrets, no debugger, no open files.
    env: bareEnvironment(),
    execArgv: [`--max-old-space-size=${limits.cleaning.heapMiB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => undefined)
  let idleTimer: NodeJS.Timeout | undefined
  const helper: Helper = {
    pid: child.pid,
    // One that was told to end may look alive for a while.
    alive: () => !child.killed && child.connected && child.exitCode === null && child.signalCode === null,
    ask: async (job, times) => {
      clearTimeout(idleTimer)
      child.ref()
      child.channel?.ref()
      try {
        return await ask(child, job, times)
      } finally {
        // A waiting helper must not keep the server, or a test, from ending.
        child.unref()
        child.channel?.unref()
        idleTimer = setTimeout(() => child.kill('SIGKILL'), limits.cleaning.idle).unref()
      }
    },
    kill: () => child.kill('SIGKILL'),
  }
  child.once('exit', () => gone(helper))
  return helper
}

function ask(child: ChildProcess, job: CleaningJob, { timeout, cpuTime }: Times): Promise<CleaningAnswer> {
  const before = cpuTimeOf(child.pid)
  return new Promise((resolve, reject) => {
    const end = (answer: CleaningAnswer) => {
      settle()
      child.kill('SIGKILL')
      resolve(answer)
    }
    const fail = (message: string) => {
      settle()
      child.kill('SIGKILL')
      reject(new Error(message))
    }
    const timer = setTimeout(() => {
      // Where the processor was free the file is to blame; on a busy machine another try may do.
      const busy = cpuTimeOf(child.pid) - before >= cpuTime
      if (busy) end({ refused: 'it takes too long' })
      else fail('the process took too long')
    }, timeout)
    const onExit = (code: number | null, signal: string | null) => {
      // How the JavaScript engine ends at the limit of its memory: another try would end like this one.
      if (signal === 'SIGABRT') end({ refused: 'it takes too much memory' })
      else fail(`the process ended (${signal ?? code})`)
    }
    const onMessage = (answer: CleaningAnswer) => {
      settle()
      resolve(answer)
    }
    const settle = () => {
      clearTimeout(timer)
      child.off('exit', onExit)
      child.off('message', onMessage)
    }
    child.once('exit', onExit)
    child.once('message', onMessage)
    child.send(job, (error) => error && fail(`the process could not be asked: ${error.message}`))
  })
}
