import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { callers, median, whole } from '../bench.ts'
import { productEnvironment, startCreateServer, startProduct } from '../contenders.ts'
import { type BenchDatabase, openBenchDatabase, query, withClient } from '../database.ts'
import type { LoadResult } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import { formWith, largePdf, registerOne, registrationForm, writeForm } from '../measures/sample-uploads.ts'
import { residentMiB } from '../processes.ts'
import { describeMachine, load } from '../report.ts'
import { type Seed, seedPerformers } from '../seed-performers.ts'
import { openSession } from '../sessions.ts'
import { startDirectus } from './directus.ts'
import { type Contender, type PeerRow, searchedWords, type Work, type WorkJob, works } from './peer.ts'
import { startStrapi } from './strapi.ts'

// `npm run bench:peers -w bench`: installs Directus and Strapi from the npm registry into a temporary folder, and
// measures them and the product on the same work, on one PostgreSQL, in turns.

const { values } = parseArgs({
  options: {
    performers: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: 'directus,strapi' },
    /** Where the peers are installed, and kept for the next run. */
    keep: { type: 'string' },
  },
})
const [performers, seconds, rounds] = [values.performers, values.seconds, values.rounds].map(Number)
const pdfBytes = 20

await using stack = new AsyncDisposableStack()
const folder = await mkdtemp(join(tmpdir(), 'kyc-peers-'))
stack.defer(() => rm(folder, { recursive: true, force: true }))
const database = await openBenchDatabase(folder)
stack.defer(() => database.close())
const env = await productEnvironment(database, folder)
const seed = await seedPerformers(database.ownerUrl, performers ?? 0)
const pdf = largePdf()
const pdfPath = join(folder, 'large.pdf')
await writeFile(pdfPath, pdf)
const form = await formWith(folder, 'agreement.pdf', pdf)
const contenders: Contender[] = [await startOurs(env, seed)]
const start = { directus: startDirectus, strapi: startStrapi } as const
for (const [name, run] of Object.entries(start)) {
  if (!values.only.split(',').includes(name)) continue
  const databaseUrl = await createDatabase(database, name)
  const upload = name === 'strapi' ? await strapiForm(pdf) : form
  const options = { folder: join(values.keep ?? folder, name), databaseUrl, pdf: upload }
  contenders.push(await run(options, (table) => fill(databaseUrl, table, name === 'strapi'), stack))
}
// The public registration requires files: see measures/create-performers.ts.
const creator = await startCreateServer(env)
stack.defer(() => creator.stop())
const loadBefore = load()
const rates = new Map<Work, Map<string, number>>()
for (const work of works) rates.set(work, await measure(work))
console.log(
  `\n${describeMachine()}; ${database.version}; ${whole(performers ?? 0)} performers. Load average ${loadBefore} before and ${load()} after.\n`,
)
console.log(table())

/** Measures the contenders in turns, after a warm-up of each. Returns the median rate of each. */
async function measure(work: Work): Promise<Map<string, number>> {
  const found = new Map<string, number[]>()
  for (let round = 0; round <= (rounds ?? 1); round++) {
    for (const contender of contenders) {
      const job = await contender.job(work)
      if (!job) continue
      const result = await runLoad({
        headers: {},
        ...job,
        port: work === 'create' && contender.name === 'product' ? creator.port : contender.port,
        connections: work === 'upload' || work === 'download' ? 1 : callers,
        milliseconds: (seconds ?? 1) * 1000,
      })
      if (round > 0) found.set(contender.name, [...(found.get(contender.name) ?? []), rateOf(work, result)])
    }
  }
  return new Map([...found].map(([name, all]) => [name, median(all)]))
}

/** Megabytes a second of an upload or download, requests a second of other work. */
function rateOf(work: Work, { requests, seconds: took }: LoadResult): number {
  return work === 'upload' || work === 'download' ? (requests * pdfBytes) / took : requests / took
}

function table(): string {
  const names = contenders.map(({ name }) => name)
  const titles: Record<Work, string> = {
    get: 'get one, ours with its audit entry, req/s',
    list: 'list of 50, newest first, req/s',
    search: 'search, frequent, req/s',
    create: 'create without files, ours with its audit entry, req/s',
    upload: `upload of ${pdfBytes} MB, ours examined and encrypted, MB/s`,
    download: `download of ${pdfBytes} MB, ours decrypted, MB/s`,
  }
  const rows = works.map((work) => {
    const of = (name: string) => rates.get(work)?.get(name) ?? Number.NaN
    const ours = of('product')
    const cells = names.map((name) =>
      name === 'product' ? whole(ours) : `${whole(of(name))} (${(ours / of(name)).toFixed(1)})`,
    )
    return [titles[work], ...cells]
  })
  const memory = [
    'memory after that, MiB',
    ...contenders.map(({ pid }) => whole(residentMiB(pid) ?? Number.NaN)),
  ]
  const head = ['measure', ...names.map((name) => (name === 'product' ? name : `${name} (product ÷ it)`))]
  return [head, head.map(() => '---'), ...rows, memory].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

async function startOurs(
  settings: Readonly<Record<string, string>>,
  { admin, smallOwner }: Seed,
): Promise<Contender> {
  const product = await startProduct(settings)
  stack.defer(() => product.stop())
  const registrar = await openSession(database.ownerUrl, product.url, admin)
  const id = await registerOne(product.url, registrar.headers, await registrationForm(folder))
  const slot = `/api/performers/${id}/documents/agreementFile`
  const ids = await query<{ id: string }>(
    database.ownerUrl,
    'SELECT id FROM performer ORDER BY random() LIMIT 50000',
  )
  const session = async (account: string) =>
    (await openSession(database.ownerUrl, product.url, account)).headers
  return {
    name: 'product',
    port: product.port,
    pid: product.pid,
    async job(work): Promise<WorkJob> {
      const headers = await session(work === 'create' ? smallOwner : admin)
      switch (work) {
        case 'get':
          return {
            method: 'GET',
            headers,
            paths: ids.toSorted(() => Math.random() - 0.5).map((each) => `/api/performers/${each.id}`),
          }
        case 'list':
          return { method: 'GET', headers, paths: ['/api/performers'] }
        case 'search':
          return {
            method: 'GET',
            headers,
            paths: searchedWords.map((word) => `/api/performers?search=${encodeURIComponent(word)}`),
          }
        case 'create': {
          const names = {
            lastName: '計測',
            firstName: '花子',
            lastNameRoman: 'KEISOKU',
            firstNameRoman: 'HANAKO',
          }
          return {
            method: 'POST',
            paths: ['/api/bench/performers'],
            headers: { ...headers, 'content-type': 'application/json' },
            bodies: [JSON.stringify(names)],
          }
        }
        case 'upload':
          return {
            method: 'PUT',
            paths: [slot],
            headers: { ...headers, 'content-type': form.contentType },
            bodyFile: form.path,
            keyed: true,
          }
        case 'download':
          await runLoad({
            ...{
              port: product.port,
              connections: 1,
              milliseconds: 1,
              method: 'PUT',
              paths: [slot],
              keyed: true,
            },
            headers: { ...headers, 'content-type': form.contentType },
            bodyFile: form.path,
          })
          return { method: 'GET', headers, paths: [`${slot}?download=1`] }
      }
    },
  }
}

async function createDatabase({ ownerUrl }: BenchDatabase, name: string): Promise<string> {
  await query(ownerUrl, `CREATE DATABASE ${name}`)
  const url = new URL(ownerUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Copies the seeded performers into the table of a peer. Returns a sample of them with the ids that the peer uses. */
async function fill(databaseUrl: string, name: string, isStrapi: boolean): Promise<PeerRow[]> {
  const columns =
    'last_name, first_name, last_name_roman, first_name_roman, external_id, date_of_birth, created_at, updated_at'
  const own = isStrapi
    ? { into: `document_id, state, published_at, ${columns}`, from: `id, status, created_at, ${columns}` }
    : { into: `id, status, ${columns}`, from: `id, status, ${columns}` }
  const sample: PeerRow[] = []
  await withClient(database.ownerUrl, async (ours) =>
    withClient(databaseUrl, async (theirs) => {
      for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
        const { rows } = await ours.query<PeerRow>(
          `SELECT id, status, date_of_birth::text, ${columns.replace(' date_of_birth,', '')} FROM performer WHERE id > $1 ORDER BY id LIMIT 5000`,
          [last],
        )
        const end = rows.at(-1)
        if (!end) return
        await theirs.query(
          `INSERT INTO ${name} (${own.into}) SELECT ${own.from} FROM jsonb_to_recordset($1) AS r (id ${isStrapi ? 'text' : 'uuid'},
             status text, last_name text, first_name text, last_name_roman text, first_name_roman text, external_id text,
             date_of_birth date, created_at timestamptz, updated_at timestamptz)`,
          [JSON.stringify(rows)],
        )
        sample.push(...rows.filter((_, index) => index % 10 === 0))
        last = end.id
      }
    }),
  )
  return sample
}

/** The body of an upload to Strapi, which expects another name of the part than the product and Directus do. */
async function strapiForm(file: Buffer) {
  const body = new FormData()
  body.append('files', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), `${randomUUID()}.pdf`)
  return writeForm(join(folder, 'form-strapi'), body, file.length)
}
