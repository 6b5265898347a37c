import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { unlessMissing } from '../../files/fs.ts'
import type { Log } from '../../log.ts'
import { StartError } from '../../process/start-error.ts'

/** The content of postmaster.pid, which PostgreSQL writes while it runs. */
interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

/** Reads postmaster.pid of `cluster`; undefined if it is missing or incomplete. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const text = (await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(unlessMissing)) ?? ''
  // The lines: pid, folder, start, port, socket folder, address, shared memory, state.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7] === 'ready' }
}

/**
 * Stops the server that a killed process left behind on `cluster`. The caller must hold the lock of the data
 * folder, which rules out other users of that server.
 * @throws StartError if the server does not exit
 */
export async function stopLeftover(cluster: string, log: Log): Promise<void> {
  const left = await readPostmaster(cluster)
  if (!left) return
  if (!(await runsOn(left.pid, cluster))) {
    // PostgreSQL removes the file of a dead process itself, but refuses to start if any process has this pid.
    if (isAlive(left.pid)) await rm(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  log.info(`Stopping the PostgreSQL (process ${left.pid}) that an earlier start left behind.`)
  for (const [signal, seconds] of [['SIGINT', 20] as const, ['SIGQUIT', 10] as const]) {
    process.kill(left.pid, signal)
    for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(20)) {
      if (!(await runsOn(left.pid, cluster))) return
    }
  }
  throw new StartError(
    `The PostgreSQL (process ${left.pid}) that an earlier start left behind does not exit.`,
  )
}

/**
 * Whether process `pid` is the server of `cluster`: a server's working directory is its folder. If the system
 * hides that directory, as across user namespaces, checks the arguments of the process instead.
 */
async function runsOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return isAlive(pid)
  const folder = await stat(cluster)
  try {
    const working = await stat(`/proc/${pid}/cwd`)
    return working.ino === folder.ino && working.dev === folder.dev
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) return false
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.split('\0').includes(cluster)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, but of another account.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
