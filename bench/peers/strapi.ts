import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endTogether } from '../children.ts'
import { query } from '../database.ts'
import type { FormFile } from '../measures/sample-uploads.ts'
import { type Contender, freePort, install, jobOf, newNames, type PeerRow } from './peer.ts'
import { strapiProject } from './strapi-project.ts'

const packages = [
  '@strapi/strapi@5.54.0',
  'pg@8',
  'react@18',
  'react-dom@18',
  'react-router-dom@6',
  'styled-components@6',
]

/** Strapi on a database of its own, with the same records and index. */
export async function startStrapi(
  { folder, databaseUrl, pdf }: { folder: string; databaseUrl: string; pdf: FormFile },
  fill: (table: string) => Promise<PeerRow[]>,
  stack: AsyncDisposableStack,
): Promise<Contender> {
  await install(folder, packages)
  for (const [path, content] of Object.entries(strapiProject)) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const port = await freePort()
  const { hostname, username, password, pathname, port: databasePort } = new URL(databaseUrl)
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_HOST: hostname,
    DATABASE_PORT: databasePort,
    DATABASE_NAME: pathname.slice(1),
    DATABASE_USERNAME: username,
    DATABASE_PASSWORD: decodeURIComponent(password),
    PEER_SECRET: randomUUID(),
    STRAPI_TELEMETRY_DISABLED: 'true',
  }
  const program = join(folder, 'node_modules/@strapi/strapi/bin/strapi.js')
  const server = endTogether(
    spawn(process.execPath, [program, 'start'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  )
  stack.defer(() => void server.kill())
  const token = await tokenOf(server)
  const headers = { authorization: `Bearer ${token}` }
  const url = `http://127.0.0.1:${port}`
  const rows = await fill('performers')
  await query(databaseUrl, 'CREATE INDEX ON performers (created_at DESC, id)')
  await query(databaseUrl, 'CREATE INDEX ON performers (document_id)')
  await query(databaseUrl, 'VACUUM (ANALYZE) performers')
  const upload = { headers: { ...headers, 'content-type': pdf.contentType } }
  const uploaded = await fetch(`${url}/api/upload`, {
    method: 'POST',
    ...upload,
    body: new Uint8Array(await readFile(pdf.path)),
  })
  const files = (await uploaded.json()) as { url: string }[] // the reply of Strapi
  return {
    name: 'Strapi 5',
    port,
    pid: server.pid ?? Number.NaN,
    job: async (work) =>
      jobOf(work, {
        ...{ headers, rows, pdf, items: '/api/performers', upload: '/api/upload' },
        list: 'sort=createdAt:desc&pagination[pageSize]=50',
        search: 'sort=createdAt:desc&pagination[pageSize]=50&_q',
        created: { data: { ...newNames, state: 'pending' } },
        // Strapi serves files at public addresses.
        download: files[0]?.url ?? '',
      }),
  }
}

/** The program of the project prints its token when it is ready. */
function tokenOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let out = ''
    server.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
      const found = /^PEER_TOKEN=(\w+)$/m.exec(out)?.[1]
      if (found) resolve(found)
    })
    server.once('exit', (code) => reject(new Error(`Strapi ended with ${code}: ${out.slice(-2000)}`)))
  })
}
