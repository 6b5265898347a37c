import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { limits, MiB } from '@kyc/contract/limits.ts'
import { systemPath } from './confinement.ts'

/**
 * Sets the kernel's limits of a helper (D58) once its code is loaded. The limit of memory is one of growth: the engine
 * reserves more than a gigabyte of address space that it never uses, so that a limit of the total would bound nothing.
 * Without Linux or prlimit, the limits of the engine and of processor time alone hold.
 */
export async function limitHelper(pid: number): Promise<void> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    const data = Number(/^VmData:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
    const { memoryMiB, lifetimeCpu } = limits.cleaning
    const bounds = {
      data: data + memoryMiB * MiB,
      cpu: lifetimeCpu / 1000,
      // No picture that is accepted has more bytes when it is written.
      fsize: limits.decodedBytes + MiB,
      core: 0,
    }
    const options = Object.entries(bounds).map(([name, value]) => `--${name}=${value}:${value}`)
    await promisify(execFile)('prlimit', ['--pid', String(pid), ...options], { env: { PATH: systemPath } })
  } catch {
    // Not Linux, no prlimit, or the helper has ended, which its first job reports.
  }
}
