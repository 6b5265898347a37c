import { readFileSync } from 'node:fs'
import { unlessMissing } from '@kyc/server/platform/fs.ts'

/** What Linux tells of a process; undefined on other systems. */

/** Resident memory in MiB, as `ps` shows it. */
export function residentMiB(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(pid, 'status') ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** Linux counts in hundredths of a second, whatever the kernel's own tick is. */
const ticksPerSecond = 100

/** Processor time used so far, by all threads, in milliseconds. */
export function processorMs(pid: number): number | undefined {
  const text = read(pid, 'stat')
  if (text === undefined) return undefined
  // The name may hold blanks; the fields after it are counted from the closing bracket.
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
