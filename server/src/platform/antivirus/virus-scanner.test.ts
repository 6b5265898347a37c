import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFolder } from '../../testing/app/use-folder.ts'
import { type ClamdDouble, eicar, startClamdDouble } from '../../testing/doubles/clamd-double.ts'
import { silentLog } from '../log.ts'
import { freePort } from '../process/free-port.ts'
import { pingClamd } from './clamd.ts'
import { createVirusScanner } from './virus-scanner.ts'

// CLAMD names a clamd that is not installed in the usual place.
const program = [process.env.CLAMD ?? '', '/usr/sbin/clamd'].find((path) => existsSync(path))

const folder = useFolder('kyc-clamd-')

async function fileOf(content: string | Buffer): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return path
}

/** The open files of this process. */
async function openFiles(): Promise<number> {
  return (await readdir('/proc/self/fd')).length
}

const times = { ping: 2000, scan: 20_000 }

describe('the virus scanner with a double of clamd', () => {
  let clamd: ClamdDouble
  const scanner = (scan = times.scan) =>
    createVirusScanner({ host: '127.0.0.1', port: clamd.port }, silentLog(), { ping: 300, scan })
  beforeAll(async () => {
    clamd = await startClamdDouble()
  })
  afterAll(() => clamd.close())
  beforeEach(() => clamd.behave('scan'))

  it('sends every byte of the largest file in chunks, and of an empty file', async () => {
    for (const bytes of [randomBytes(limits.fileBytes), Buffer.alloc(0)]) {
      expect(await scanner().isInfected(await fileOf(bytes))).toBe(false)
      expect(clamd.scanned.pop()?.equals(bytes)).toBe(true)
    }
  })

  it('reports a signature across two chunks', async () => {
    const padding = randomBytes(64 * 1024 - 30)
    expect(await scanner().isInfected(await fileOf(Buffer.concat([padding, Buffer.from(eicar)])))).toBe(true)
  })

  it.each(['cut', 'limit', 'nonsense'] as const)(
    'accepts no file when clamd replies with: %s',
    async (how) => {
      clamd.behave(how)
      const scan = scanner().isInfected(await fileOf(randomBytes(limits.fileBytes)))
      await expect(scan).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    },
  )

  it('settles each time clamd refuses a file that is still being sent', async () => {
    clamd.behave('limit')
    const path = await fileOf(randomBytes(limits.fileBytes))
    const open = await openFiles()
    for (let n = 0; n < 100; n++) await expect(scanner().isInfected(path)).rejects.toThrow()
    await vi.waitFor(async () => expect(await openFiles()).toBeLessThanOrEqual(open + 5))
  })

  it('fails after its time limit when clamd does not reply, for a file and for the check', async () => {
    clamd.behave('silent')
    const before = performance.now()
    const scan = scanner(300).isInfected(await fileOf('content'))
    await expect(scan).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    await expect(scanner().check()).rejects.toThrow()
    expect(performance.now() - before).toBeLessThan(5000)
  })

  it('accepts no file when clamd is unreachable', async () => {
    const nowhere = createVirusScanner({ host: '127.0.0.1', port: await freePort() }, silentLog())
    const scan = nowhere.isInfected(await fileOf('content'))
    await expect(scan).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    await expect(nowhere.check()).rejects.toThrow()
  })
})

describe.runIf(program)('the virus scanner with an installed clamd', () => {
  let stop: () => Promise<unknown>
  let socket: string
  let port: number
  beforeAll(async () => {
    ;[socket, port] = [join(folder, 'clamd.ctl'), await freePort()]
    stop = await startClamd()
  })
  afterAll(() => stop())

  /** The installed clamd, with one signature. */
  async function startClamd() {
    const database = join(folder, 'signatures')
    await mkdir(database)
    await writeFile(join(database, 'local.ndb'), `Eicar:0:*:${Buffer.from(eicar).toString('hex')}\n`)
    const settings = {
      DatabaseDirectory: database,
      LocalSocket: socket,
      TCPSocket: port,
      TCPAddr: '127.0.0.1',
      Foreground: 'yes',
      StreamMaxLength: '21M',
    }
    const file = join(folder, 'clamd.conf')
    await writeFile(
      file,
      Object.entries(settings)
        .map((line) => `${line.join(' ')}\n`)
        .join(''),
    )
    const child = spawn(program ?? '', ['--config-file', file], { stdio: 'ignore' })
    while (!(await responds())) await sleep(100)
    return () => {
      child.kill('SIGKILL')
      return once(child, 'exit')
    }
  }

  const responds = () =>
    pingClamd({ path: socket }, times).then(
      () => true,
      () => false,
    )

  it('accepts files without a signature and reports the others, over a socket and over TCP', async () => {
    for (const address of [{ path: socket }, { host: '127.0.0.1', port }]) {
      const scanner = createVirusScanner(address, silentLog())
      await scanner.check()
      expect(await scanner.isInfected(await fileOf(randomBytes(limits.fileBytes)))).toBe(false)
      expect(
        await scanner.isInfected(await fileOf(Buffer.concat([randomBytes(500_000), Buffer.from(eicar)]))),
      ).toBe(true)
    }
  })

  it('accepts no file above StreamMaxLength', async () => {
    const scan = createVirusScanner({ path: socket }, silentLog()).isInfected(await fileOf(randomBytes(25e6)))
    await expect(scan).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  })
})
