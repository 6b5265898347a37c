import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareEnvironment } from './bare-environment.ts'

let parent: string
let dataDir: string
const running = new Set<ChildProcess>()

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kyc drop '))
  await chmod(parent, 0o755)
  dataDir = join(parent, 'データ')
})
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(parent, { recursive: true, force: true })
})

function run(script: string, args: string[] = [], env: Record<string, string> = {}) {
  const settings = {
    ...bareEnvironment(),
    PATH: process.env.PATH,
    DEMO: 'off',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../..', script), ...args], {
    env: { ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const finished = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], error]) => ({
    code: code as number | null, // `once` does not type the arguments of the event
    error,
  }))
  return { child, finished }
}

async function startServer() {
  const { child, finished } = run('main.ts')
  const failed = finished.then(({ error }) => Promise.reject(new Error(error)))
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('Listening') && resolve())
  })
  await Promise.race([listening, failed])
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
  const of = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  return {
    facts: { uid: of('Uid'), capabilities: of('CapEff'), noNewPrivileges: of('NoNewPrivs') },
    child,
    async stop() {
      child.kill('SIGTERM')
      expect(await finished).toEqual({ code: 0, error: '' })
    },
  }
}

const none = '0'.repeat(16)
const newUser = (name: string) =>
  run('commands/user-create.ts', ['--email', `${name}@example.com`, '--role', 'user'])

describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('a server started by root', () => {
  it('runs as another account without capabilities, and so does user:create on its folder', async () => {
    const server = await startServer()
    expect(server.facts).toEqual({ uid: '65534', capabilities: none, noNewPrivileges: '1' })
    expect((await newUser('first').finished).code).toBe(0)
    await server.stop()
    expect((await newUser('second').finished).code).toBe(0)
    expect((await stat(join(dataDir, 'master.key'))).uid).toBe(65_534)
  })

  it('can use a folder of a server that ran as root, also after kill -9', async () => {
    const first = await startServer()
    await first.stop()
    execFileSync('chown', ['-R', '0:0', dataDir])
    const second = await startServer()
    second.child.kill('SIGKILL')
    await once(second.child, 'exit')
    const third = await startServer()
    expect(third.facts).toMatchObject({ uid: '65534' })
    await third.stop()
  })

  it('runs without capabilities if only root can enter the folder', async () => {
    const open = await startServer()
    await open.stop()
    await chmod(parent, 0o700)
    const server = await startServer()
    expect(server.facts).toEqual({ uid: '0', capabilities: none, noNewPrivileges: '1' })
    expect((await newUser('third').finished).code).toBe(0)
    // The database left running has its own user namespace.
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    const again = await startServer()
    await again.stop()
  })

  it('refuses to start if the system supports no method, with one sentence', async () => {
    const { code, error } = await run('main.ts', [], { PATH: '/nonexistent' }).finished
    expect(code).toBe(1)
    expect(error).toMatch(/^The server does not run as root, .*\n$/)
  })
})
