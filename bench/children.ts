import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

// By default a signal ends a process without its `exit` listeners, which stop PostgreSQL and the children.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Ends the child with this process, also when a signal ends it. */
export function endTogether<Child extends ChildProcess>(child: Child): Child {
  const kill = () => child.kill()
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

/** Runs the bench of a folder, prints what it prints, and returns it. */
export async function runBench(folder: string, args: readonly string[]): Promise<string> {
  const bench = endTogether(
    spawn(process.execPath, ['main.ts', '--no-write', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  let output = ''
  bench.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = await once(bench, 'close')
  if (code !== 0) throw new Error(`the bench in ${folder} ended with ${code} (${args.join(' ')})`)
  return output
}
