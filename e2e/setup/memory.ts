import { readFileSync } from 'node:fs'

/** The most memory that the process ever held, in MiB; 0 on systems that do not tell. */
export function peakMiB(pid: number): number {
  if (process.platform !== 'linux') return 0
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) / 1024
}
