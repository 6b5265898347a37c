import { readdirSync, readFileSync } from 'node:fs'
import { unlessMissing } from '@kyc/server/platform/files/fs.ts'

// Figures of a process from /proc on Linux; undefined on other systems.

/** Resident memory in MiB, as `ps` shows it. */
export function residentMiB(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** The number of open files and sockets. */
export function openFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch (error) {
    return unlessMissing(error)
  }
}

/** USER_HZ, which is 100 on Linux whatever the kernel's own tick. */
const ticksPerSecond = 100

/** The CPU time of all threads so far, in milliseconds. */
export function processorMs(pid: number): number | undefined {
  const text = read(pid, 'stat')
  if (text === undefined) return undefined
  // The process name may contain spaces, so fields are counted from its closing bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}

function read(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    return unlessMissing(error)
  }
}
