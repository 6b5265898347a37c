import { readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second, whatever the kernel's own clock. */
const ticksPerSecond = 100

/** Milliseconds of processor time that a process has used so far; 0 where the system does not tell. */
export function cpuTimeOf(pid: number | undefined): number {
  try {
    // Behind the name, which may hold anything, the 12th and 13th field: in its own code, and in the kernel for it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
  } catch {
    return 0 // not Linux, or the process is gone
  }
}
