import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { endTogether } from './children.ts'

/** A server under measurement, in a separate process. */
export interface Program {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly url: string
  stop(): Promise<void>
}

/** Runs Node with `args` and waits until it prints `Listening on http://localhost:PORT`. */
export async function startProgram(
  name: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const child = endTogether(
    spawn(process.execPath, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  const port = await listeningPort(name, child)
  if (child.pid === undefined) throw new Error(`${name} has no process`)
  return {
    name,
    pid: child.pid,
    port,
    url: `http://localhost:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

function listeningPort(name: string, child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let out = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const port = /^Listening on http:\/\/localhost:(\d+)(?: for \S+)?$/m.exec(out)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${out}`)))
  })
}
