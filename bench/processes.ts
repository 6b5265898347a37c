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
  return timesOf(pid)?.own
}

/** The CPU time of a process and its descendants, also of ended ones: helpers of the server, backends of PostgreSQL. */
export function familyMs(pid: number): number {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const child = Number(name)
    const parent = child > 0 ? timesOf(child)?.parent : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), child])
  }
  const sum = (each: number): number => {
    const times = timesOf(each)
    const below = (children.get(each) ?? []).reduce((total, child) => total + sum(child), 0)
    return times ? times.own + times.ended + below : 0
  }
  return sum(pid)
}

/** CPU times in milliseconds: of the process, and of its children that have ended. */
function timesOf(pid: number) {
  const text = read(pid, 'stat')
  if (text === undefined) return undefined
  // The process name may contain spaces, so fields are counted from its closing bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ms = (at: number) => ((Number(fields[at]) + Number(fields[at + 1])) * 1000) / ticksPerSecond
  return { parent: Number(fields[1]), own: ms(11), ended: ms(13) }
}

function read(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch (error) {
    return unlessMissing(error)
  }
}
