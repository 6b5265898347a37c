import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

/** Logs an entry, and 200 ms later another one just before it exits. Reports each step on stderr. */
const program = `
  const { createLog } = await import(${JSON.stringify(new URL('../log.ts', import.meta.url).href)})
  const log = createLog({ logLevel: 'info' })
  log.info('first')
  setTimeout(() => {
    process.stderr.write('alive')
    log.info('second')
    log.info('last')
    process.exit(0)
  }, 200)`

function start(stdout: 'pipe' | number) {
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', stdout, 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  })
}

async function ended(child: ReturnType<typeof start>) {
  const { stderr: report } = child
  if (!report) throw new Error('no stderr')
  const [stderr, [code, signal]] = await Promise.all([text(report), once(child, 'exit')])
  return { stderr, code, signal }
}

it('the log contains every entry, also those right before the exit', async () => {
  const child = start('pipe')
  const lines = child.stdout && text(child.stdout)
  expect(await ended(child)).toEqual({ stderr: 'alive', code: 0, signal: null })
  // The write of the second entry is in progress when the last ones are written.
  expect((await lines)?.match(/first|second|last/g)?.sort()).toEqual(['first', 'last', 'second'])
})

it('an ended reader of the log neither ends the process nor delays its exit', async () => {
  const child = start('pipe')
  child.stdout?.destroy()
  expect(await ended(child)).toEqual({ stderr: 'alive', code: 0, signal: null })
})

it.runIf(existsSync('/dev/full'))('a full disk neither ends the process nor delays its exit', async () => {
  const child = start(openSync('/dev/full', 'w'))
  expect(await ended(child)).toEqual({ stderr: 'alive', code: 0, signal: null })
})
