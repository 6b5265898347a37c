import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { limits } from '@kyc/contract/limits.ts'
import { bareEnvironment } from '../../../platform/bare-environment.ts'
import type { CleaningAnswer, CleaningJob } from './cleaning-job.ts'
import { type Confinement, systemPath } from './confinement.ts'
import { limitHelper } from './limit-helper.ts'

/** Milliseconds for one job: by the clock, and of the processor. */
export interface JobTimes {
  readonly timeout: number
  readonly cpuTime: number
}

/** One process, which does one job at a time and ends when it has been idle for a while. */
export interface Helper {
  readonly pid: number | undefined
  alive(): boolean
  /** @throws Error when the process crashed, or took too long on a busy machine */
  ask(job: CleaningJob, times: JobTimes): Promise<CleaningAnswer>
  kill(): void
}

export const helperProgram = fileURLToPath(new URL('./cleaner-process.ts', import.meta.url))

export function startHelper({ prefix }: Confinement, gone: (helper: Helper) => void): Helper {
  const own = [process.execPath, `--max-old-space-size=${limits.cleaning.heapMiB}`, helperProgram]
  const [command = '', ...args] = [...prefix, ...own]
  // Each program of the prefix executes the next one: the process of the child is the helper itself.
  const child = spawn(command, args, {
    // Nothing of ours is passed on: no secrets, no debugger, no open files.
    env: { ...bareEnvironment(), PATH: systemPath },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => undefined)
  const ready = becomesReady(child).then(() => limitHelper(child.pid ?? 0))
  ready.catch(() => undefined) // the first job reports it
  let idleTimer: NodeJS.Timeout | undefined
  const helper: Helper = {
    pid: child.pid,
    // After a kill the process may still exist for a while.
    alive: () => !child.killed && child.connected && child.exitCode === null && child.signalCode === null,
    ask: async (job, times) => {
      clearTimeout(idleTimer)
      child.ref()
      child.channel?.ref()
      try {
        await ready
        return await ask(child, job, times)
      } finally {
        if (cpuTimeOf(child.pid) > retirementCpu) child.kill('SIGKILL')
        // An idle helper must not keep the server, or a test, from ending.
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

const startLimit = 30_000

/** A helper that has used so much is replaced, before the limit of its lifetime could end it in the middle of a job. */
const retirementCpu = limits.cleaning.lifetimeCpu / 2

/** Resolves at the first message, which the process sends once its code is loaded: no job pays for the start. */
function becomesReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), startLimit)
    const ended = () => {
      clearTimeout(timer)
      reject(new Error(`the process did not start (${child.signalCode ?? child.exitCode})`))
    }
    child.once('exit', ended)
    child.once('error', ended)
    child.once('message', () => {
      clearTimeout(timer)
      child.off('exit', ended)
      child.off('error', ended)
      resolve()
    })
  })
}

const cpuCheckEvery = 100

/** How a process ends at one of its limits: another try would end in the same way. */
const limitSignals: ReadonlyMap<string | null, string> = new Map([
  ...['SIGABRT', 'SIGTRAP', 'SIGILL'].map((signal) => [signal, 'it takes too much memory'] as const),
  ['SIGXCPU', 'it takes too long'],
  ['SIGXFSZ', 'it becomes too large'],
])

function ask(child: ChildProcess, job: CleaningJob, { timeout, cpuTime }: JobTimes): Promise<CleaningAnswer> {
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
    const timer = setTimeout(() => fail('the process took too long'), timeout)
    const cpuTimer = setInterval(() => {
      if (cpuTimeOf(child.pid) - before >= cpuTime) end({ refused: 'it takes too long' })
    }, cpuCheckEvery)
    const onExit = (code: number | null, signal: string | null) => {
      const limit = limitSignals.get(signal)
      if (limit) end({ refused: limit })
      else fail(`the process ended (${signal ?? code})`)
    }
    const onMessage = (answer: CleaningAnswer) => {
      settle()
      resolve(answer)
    }
    const settle = () => {
      clearTimeout(timer)
      clearInterval(cpuTimer)
      child.off('exit', onExit)
      child.off('message', onMessage)
    }
    child.once('exit', onExit)
    child.once('message', onMessage)
    child.send(job, (error) => error && fail(`the process could not be asked: ${error.message}`))
  })
}

/** /proc counts in hundredths of a second, whatever the kernel's own clock. */
const ticksPerSecond = 100

/** Milliseconds of processor time that a process has used so far; 0 on systems without /proc. */
export function cpuTimeOf(pid: number | undefined): number {
  try {
    // After the name, which may contain anything, fields 12 and 13: user time and kernel time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return 0 // not Linux, or the process is gone
  }
}
