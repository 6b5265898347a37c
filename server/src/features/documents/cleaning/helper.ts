import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cleaningLimits } from '@kyc/contract/cleaning-limits.ts'
import { limits, MiB } from '@kyc/contract/limits.ts'
import { bareEnvironment } from '../../../platform/process/bare-environment.ts'
import type { CleaningJob, CleaningReply } from './cleaning-job.ts'
import { type Confinement, systemPath } from './confinement.ts'

/** Limits for one job in milliseconds: wall-clock time and processor time. */
export interface JobTimes {
  readonly timeout: number
  readonly cpuTime: number
}

/** A process that runs one job at a time and ends after some idle time. */
export interface Helper {
  readonly pid: number | undefined
  alive(): boolean
  /** @throws Error when the process crashed, or timed out on a busy machine */
  run(job: CleaningJob, times: JobTimes): Promise<CleaningReply>
  kill(): void
}

export const helperProgram = fileURLToPath(new URL('./cleaner-process.ts', import.meta.url))

export function startHelper({ prefix }: Confinement, onExit: (helper: Helper) => void): Helper {
  const own = [process.execPath, `--max-old-space-size=${cleaningLimits.heapMiB}`, helperProgram]
  const [command = '', ...args] = [...prefix, ...own]
  // Each program of the prefix replaces itself with the next one, so that the child is the helper itself.
  const child = spawn(command, args, {
    // Passes on no secrets, no debugger and no open files.
    env: { ...bareEnvironment(), PATH: systemPath },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.on('error', () => undefined)
  const ready = becomesReady(child).then(() => limitHelper(child.pid ?? 0))
  ready.catch(() => undefined) // the first job reports the failure
  let idleTimer: NodeJS.Timeout | undefined
  const helper: Helper = {
    pid: child.pid,
    // `killed` counts as ended: after a kill the process may still exist for a while.
    alive: () => !child.killed && child.connected && child.exitCode === null && child.signalCode === null,
    run: async (job, times) => {
      clearTimeout(idleTimer)
      child.ref()
      child.channel?.ref()
      try {
        await ready
        return await runJob(child, job, times)
      } finally {
        if (cpuTimeOf(child.pid) > retirementCpu) child.kill('SIGKILL')
        // An idle helper must not keep the server, or a test, from ending.
        child.unref()
        child.channel?.unref()
        idleTimer = setTimeout(() => child.kill('SIGKILL'), cleaningLimits.idle).unref()
      }
    },
    kill: () => child.kill('SIGKILL'),
  }
  child.once('exit', () => onExit(helper))
  return helper
}

const startLimit = 30_000

/**
 * Processor time after which a helper is replaced, so that the limit of its lifetime never ends it during a
 * job.
 */
const retirementCpu = cleaningLimits.lifetimeCpu / 2

/** Resolves when the code of the process is loaded, so that the start counts against no job. */
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

/**
 * Sets the kernel's limits of a helper (D58) after its code is loaded. The memory limit is relative to that
 * state: the engine reserves more than a gigabyte of address space that it never uses, so that a limit of the
 * total would bound nothing. Without Linux or prlimit, only the limits of the engine and of processor time
 * apply.
 */
async function limitHelper(pid: number): Promise<void> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const data = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
    const { memoryMiB, lifetimeCpu } = cleaningLimits
    const bounds = {
      data: data + memoryMiB * MiB,
      cpu: lifetimeCpu / 1000,
      // No written rendition of an accepted picture is larger.
      fsize: limits.decodedBytes + MiB,
      core: 0,
    }
    const options = Object.entries(bounds).map(([name, value]) => `--${name}=${value}:${value}`)
    await promisify(execFile)('prlimit', ['--pid', String(pid), ...options], { env: { PATH: systemPath } })
  } catch {
    // There is no Linux or no prlimit, or the helper has ended, which its first job reports.
  }
}

const cpuCheckEvery = 100

/** The signals that end a process at one of its limits. A retry would end in the same way. */
const limitSignals: ReadonlyMap<string | null, string> = new Map([
  ...['SIGABRT', 'SIGTRAP', 'SIGILL'].map((signal) => [signal, 'it takes too much memory'] as const),
  ['SIGXCPU', 'it takes too long'],
  ['SIGXFSZ', 'it becomes too large'],
])

function tooCostly(reason: string): CleaningReply {
  return { refused: { fileCause: 'costly', reason } }
}

function runJob(
  child: ChildProcess,
  job: CleaningJob,
  { timeout, cpuTime }: JobTimes,
): Promise<CleaningReply> {
  const before = cpuTimeOf(child.pid)
  return new Promise((resolve, reject) => {
    const end = (reply: CleaningReply) => {
      settle()
      child.kill('SIGKILL')
      resolve(reply)
    }
    const fail = (message: string) => {
      settle()
      child.kill('SIGKILL')
      reject(new Error(message))
    }
    const timer = setTimeout(() => fail('the process took too long'), timeout)
    const cpuTimer = setInterval(() => {
      if (cpuTimeOf(child.pid) - before >= cpuTime) end(tooCostly('it takes too long'))
    }, cpuCheckEvery)
    const onExit = (code: number | null, signal: string | null) => {
      const limit = limitSignals.get(signal)
      if (limit) end(tooCostly(limit))
      else fail(`the process ended (${signal ?? code})`)
    }
    const onMessage = (reply: CleaningReply) => {
      settle()
      resolve(reply)
    }
    const settle = () => {
      clearTimeout(timer)
      clearInterval(cpuTimer)
      child.off('exit', onExit)
      child.off('message', onMessage)
    }
    child.once('exit', onExit)
    child.once('message', onMessage)
    child.send(job, (error) => error && fail(`the job could not be sent: ${error.message}`))
  })
}

/** /proc reports hundredths of a second, independent of the kernel's timer frequency. */
const ticksPerSecond = 100

/** Milliseconds of processor time that a process has used so far; 0 on systems without /proc. */
export function cpuTimeOf(pid: number | undefined): number {
  try {
    // User and kernel time are fields 12 and 13 after the process name, which may contain any character.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return 0 // not Linux, or the process is gone
  }
}
