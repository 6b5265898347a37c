import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, callers, type Line, whole } from '../bench.ts'
import { query } from '../database.ts'
import type { LoadJob } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import { familyMs } from '../processes.ts'
import { openSession } from '../sessions.ts'
import { words } from './read-performers.ts'
import { formWith, largePdf, registrationForm } from './sample-uploads.ts'
import { openWithPerformer } from './transfers.ts'

/** Enough requests to warm up the compiler, and for figures that are exact to a hundredth of a millisecond. */
const [warmUp, measured] = [1500, 2000]

/**
 * What one request costs: processor time of the server with its helpers and of PostgreSQL, bytes of its write-ahead
 * log, and bytes sent to the client. Unlike rates, these figures hold while other programs run (docs/scaling.md).
 */
export async function measureCosts(bench: Bench): Promise<Line[]> {
  const { database, folder } = bench
  const ids = await query<{ id: string }>(
    database.ownerUrl,
    'SELECT id FROM performer JOIN floor.performer USING (id) ORDER BY random() LIMIT 20000',
  )
  const pdf = largePdf()
  await writeFile(join(folder, 'large.pdf'), pdf)
  const { session, performerId } = await openWithPerformer(bench)
  const slot = `/api/performers/${performerId}/documents/agreementFile`
  const file = async (form: Awaited<ReturnType<typeof formWith>>) => ({
    ...session.headers,
    'content-type': form.contentType,
  })
  const [large, registration] = [await formWith(folder, 'agreement.pdf', pdf), await registrationForm(folder)]
  const reads = (paths: readonly string[]) => ({ method: 'GET', paths })
  const transfers = { connections: 1, warmUp: 3, requests: 20 }
  const found = words.frequent.map((word) => `/api/performers?search=${encodeURIComponent(word)}`)
  return [
    await costLine(bench, 'open a performer', reads(ids.map(({ id }) => `/api/performers/${id}`))),
    await costLine(bench, 'list of 50', reads(['/api/performers'])),
    await costLine(bench, 'search, frequent', reads(found)),
    await costLine(bench, 'registration with three small files', {
      method: 'POST',
      paths: ['/api/performers'],
      headers: await file(registration),
      bodyFile: registration.path,
      keyed: true,
      ...{ connections: 2, warmUp: 20, requests: 100 },
    }),
    await costLine(bench, 'upload of a 20 MB PDF', {
      method: 'PUT',
      paths: [slot],
      headers: await file(large),
      bodyFile: large.path,
      keyed: true,
      ...transfers,
    }),
    await costLine(bench, 'download of 20 MB', { ...reads([`${slot}?download=1`]), ...transfers }),
  ]
}

async function costLine(
  { options, database, product, seed }: Bench,
  measure: string,
  { warmUp: first = warmUp, requests = measured, ...load }: CostedLoad,
): Promise<Line> {
  const session = async () => (await openSession(database.ownerUrl, product.url, seed.admin)).headers
  const job: LoadJob = {
    port: product.port,
    connections: callers,
    milliseconds: options.seconds * 60_000,
    headers: await session(),
    ...load,
  }
  await runLoad({ ...job, requests: first })
  const before = await figures(database, product)
  // A view that its session repeats creates no entry (D38), so the measured load has another session than the warm-up.
  const result = await runLoad({ ...job, headers: load.headers ?? (await session()), requests })
  const after = await figures(database, product)
  const per = (figure: keyof typeof before) => (after[figure] - before[figure]) / result.requests
  return {
    measure: `cost of a request: ${measure}`,
    product:
      `server ${per('server').toFixed(2)} ms, PostgreSQL ${per('postgres').toFixed(2)} ms of processor time, ` +
      `${whole(per('wal'))} bytes of log, ${whole(result.bytesReceived / result.requests)} bytes sent`,
    target: 'for docs/scaling.md',
  }
}

async function figures(database: Bench['database'], product: Bench['product']) {
  const [row] = await query<{ wal: string }>(
    database.ownerUrl,
    `SELECT pg_current_wal_insert_lsn() - '0/0' AS wal`,
  )
  return { server: familyMs(product.pid), postgres: familyMs(database.pid), wal: Number(row?.wal) }
}

interface CostedLoad
  extends Pick<LoadJob, 'method' | 'paths'>,
    Partial<Pick<LoadJob, 'headers' | 'bodyFile' | 'keyed' | 'connections' | 'requests'>> {
  readonly warmUp?: number
}
