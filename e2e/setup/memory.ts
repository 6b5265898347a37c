import { readFileSync } from 'node:fs'

/** The peak resident memory of the process in MiB; 0 on other systems than Linux. */
export function peakMiB(pid: number): number {
  if (process.platform !== 'linux') return 0
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}
