import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { useFolder } from '../../../testing/app/use-folder.ts'
import { findConfinement } from './confinement.ts'

const dataDir = useFolder('本人 data ')
let folder: string
let prefix: readonly string[]
const warnings: string[] = []

beforeAll(async () => {
  folder = join(dataDir, 'incoming/intake-1')
  await mkdir(folder, { recursive: true })
  await writeFile(join(dataDir, 'master.key'), 'secret')
  await mkdir(join(dataDir, 'files'))
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void warnings.push(line) })
  const secrets = [dataDir, join(dataDir, 'files'), join(dataDir, 'master.key'), '/no/such/file']
  const found = await findConfinement(import.meta.filename, { log, folder, secrets })
  ;({ prefix } = found)
  expect(found.isFull).toBe(namespaces)
})

/** Runs a script under the confinement of a helper, as a hostile file might. */
async function confined(script: string): Promise<string> {
  const [command = '', ...args] = prefix
  const { stdout } = await promisify(execFile)(command, [...args, 'sh', '-c', script], { cwd: '/' })
  return stdout
}

const namespaces = works(['unshare', '--user', '--map-root-user', '--net', '--mount', 'true'])

function works([command = '', ...args]: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

it.runIf(namespaces)('a confined helper reads and writes its own folder and no other data', async () => {
  await writeFile(join(folder, 'in'), 'passport')
  expect(await confined(`cat '${folder}/in'; cp '${folder}/in' '${folder}/out'`)).toBe('passport')
  expect(await readFile(join(folder, 'out'), 'utf8')).toBe('passport')
  expect(await confined(`cd '${dataDir}'; find . -type f | sort`)).toBe(
    './incoming/intake-1/in\n./incoming/intake-1/out\n',
  )
  await expect(confined(`umount '${dataDir}'`)).rejects.toThrow()
  await expect(confined(`unshare --user --map-root-user --mount umount '${dataDir}'`)).rejects.toThrow()
  expect(warnings).toEqual([])
})

it.runIf(namespaces)('a confined helper can’t write any other file', async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'elsewhere-'))
  await chmod(elsewhere, 0o777)
  await expect(confined(`touch '${elsewhere}/file'`)).rejects.toThrow(/Read-only/)
  await rm(elsewhere, { recursive: true })
})

it.runIf(namespaces)('a confined helper can’t read the environment or the memory of the server', async () => {
  expect(await readFile(`/proc/${process.pid}/environ`)).toBeDefined()
  for (const file of ['environ', 'mem', 'maps']) {
    await expect(confined(`head -c 1 /proc/${process.pid}/${file}`)).rejects.toThrow(/denied|Input/)
  }
})

it.runIf(namespaces)('a confined helper reaches no network, not even this machine', async () => {
  const server = createServer((_, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a TCP server has an AddressInfo
  const connect = `exec '${process.execPath}' -e "require('net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0))"`
  expect(await promisify(execFile)('sh', ['-c', connect])).toBeDefined()
  await expect(confined(connect)).rejects.toThrow(/ENETUNREACH|ECONNREFUSED/)
  server.close()
})

it.runIf(namespaces)(
  'the confinement is not full where the system permits no namespaces, as in many containers',
  async () => {
    const module = new URL('./confinement.ts', import.meta.url).href
    const script = `
    const { findConfinement } = await import(${JSON.stringify(module)})
    const log = { warn: (text) => console.log(text) }
    const { isFull, prefix } = await findConfinement(process.execPath, { log, folder: '/tmp', secrets: [] })
    console.log(isFull, ...prefix)`
    const forbid = 'echo 0 >/proc/sys/user/max_user_namespaces; exec "$0" --input-type=module -e "$1"'
    const { stdout } = await promisify(execFile)('unshare', [
      ...['--user', '--map-root-user', 'sh', '-c', forbid, process.execPath, script],
    ])
    expect(stdout).toBe(
      'helpers that open files are not confined on this system\nfalse setpriv --no-new-privs --inh-caps=-all\n',
    )
  },
)

it.runIf(process.platform === 'linux')(
  'an exhausted machine does not count as a system that permits no confinement',
  async () => {
    const module = new URL('./confinement.ts', import.meta.url).href
    const script = `
      const { openSync } = await import('node:fs')
      const { findConfinement } = await import(${JSON.stringify(module)})
      const log = { warn: (...entry) => console.log(entry.at(-1)) }
      try { for (;;) openSync('/dev/null') } catch {}
      await findConfinement(process.execPath, { log, folder: '/tmp', secrets: [] }).then(
        ({ prefix }) => console.log('found', prefix),
        ({ code }) => console.log('failed', code))`
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -n 100; exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ])
    expect(stdout).toBe('failed EMFILE\n')
  },
)
