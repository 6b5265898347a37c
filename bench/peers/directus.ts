import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { endTogether } from '../children.ts'
import { query } from '../database.ts'
import type { FormFile } from '../measures/sample-uploads.ts'
import { type Contender, call, freePort, install, jobOf, newNames, type PeerRow } from './peer.ts'

const packages = ['directus@12.4.0']
const token = randomUUID()
const headers = { authorization: `Bearer ${token}` }

/** Directus on a database of its own, with the same records and an index on the order of the list. */
export async function startDirectus(
  { folder, databaseUrl, pdf }: { folder: string; databaseUrl: string; pdf: FormFile },
  fill: (table: string) => Promise<PeerRow[]>,
  stack: AsyncDisposableStack,
): Promise<Contender> {
  await install(folder, packages)
  // Directus runs the scripts of flows in isolated-vm. The work has no flows, so an empty module replaces it.
  await writeFile(join(folder, 'node_modules/isolated-vm/isolated-vm.js'), 'module.exports = {}\n')
  await mkdir(join(folder, 'uploads'), { recursive: true })
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    SECRET: randomUUID(),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: token,
    HOST: '127.0.0.1',
    PORT: String(port),
    STORAGE_LOCATIONS: 'local',
    STORAGE_LOCAL_ROOT: join(folder, 'uploads'),
    LOG_LEVEL: 'warn',
    TELEMETRY: 'false',
  }
  const program = join(folder, 'node_modules/directus/cli.js')
  await promisify(execFile)(process.execPath, [program, 'bootstrap'], { cwd: folder, env, maxBuffer: 1e8 })
  const server = endTogether(
    spawn(process.execPath, [program, 'start'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    }),
  )
  stack.defer(() => void server.kill())
  const url = `http://127.0.0.1:${port}`
  await untilReady(`${url}/server/ping`)
  await call(`${url}/collections`, { headers, body: collection })
  const rows = await fill('performers')
  await query(databaseUrl, 'CREATE INDEX ON performers (created_at DESC, id)')
  await query(databaseUrl, 'VACUUM (ANALYZE) performers')
  const file = await readFile(pdf.path)
  const uploaded = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { ...headers, 'content-type': pdf.contentType },
    body: new Uint8Array(file),
  })
  const { data } = (await uploaded.json()) as { data: { id: string } } // the reply of Directus
  return {
    name: 'Directus 12',
    port,
    pid: server.pid ?? Number.NaN,
    job: async (work) =>
      jobOf(work, {
        ...{ headers, rows, pdf, items: '/items/performers', upload: '/files' },
        list: 'limit=50&sort=-created_at&meta=filter_count',
        search: 'limit=50&sort=-created_at&search',
        created: { ...newNames, status: 'pending' },
        download: `/assets/${data.id}`,
      }),
  }
}

const text = (field: string) => ({ field, type: 'string', schema: {}, meta: {} })
const time = (field: string) => ({ field, type: 'timestamp', schema: {}, meta: {} })
const collection = {
  collection: 'performers',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } },
    ...['last_name', 'first_name', 'last_name_roman', 'first_name_roman', 'status', 'external_id'].map(text),
    { field: 'date_of_birth', type: 'date', schema: {}, meta: {} },
    ...['created_at', 'updated_at'].map(time),
  ],
}

async function untilReady(url: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    if (tries > 600) throw new Error(`${url} does not answer`)
    await sleep(500)
  }
}
