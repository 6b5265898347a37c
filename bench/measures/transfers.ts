import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bench, floorHeaders, interleave, type Line, median } from '../bench.ts'
import type { LoadResult } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import { residentMiB } from '../processes.ts'
import { type BenchSession, openSession } from '../sessions.ts'
import { measureBareSharp } from './bare-sharp.ts'
import { formWith, largePdf, largePhoto, registerOne, registrationForm } from './sample-uploads.ts'

const mega = 1_000_000

/** Replaces a document by a 20 MB PDF, which is hashed, examined, encrypted, stored and audited. */
export async function measureUpload(bench: Bench): Promise<Line[]> {
  const { floor, product, folder } = bench
  const pdf = largePdf()
  await writeFile(join(folder, 'large.pdf'), pdf)
  const { session, performerId } = await openWithPerformer(bench)
  const form = await formWith(folder, 'agreement.pdf', pdf)
  const before = residentMiB(product.pid)
  const results = await interleave(
    bench.options.rounds,
    () =>
      runLoad({
        ...timed(bench, floor.port),
        method: 'PUT',
        paths: ['/files'],
        headers: { ...floorHeaders, 'content-type': 'application/octet-stream' },
        bodyFile: join(folder, 'large.pdf'),
      }),
    () =>
      runLoad({
        ...timed(bench, product.port),
        method: 'PUT',
        paths: [`/api/performers/${performerId}/documents/agreementFile`],
        headers: { ...session.headers, 'content-type': form.contentType },
        bodyFile: form.path,
        keyed: true,
      }),
  )
  const memory = `memory ${before?.toFixed(0)} → ${residentMiB(product.pid)?.toFixed(0)} MiB`
  return [transferLine(`upload of a 20 MB PDF (${memory})`, results, ({ bytesSent }) => bytesSent, 0.7)]
}

/** Downloads a 20 MB PDF, which is authorised, audited and decrypted. */
export async function measureDownload(bench: Bench): Promise<Line[]> {
  const { floor, product, folder } = bench
  const pdf = largePdf()
  const stored = await fetch(`${floor.url}/files`, {
    method: 'PUT',
    headers: { ...floorHeaders, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(pdf),
  })
  const { id } = (await stored.json()) as { id: string } // the reply of the floor
  const { session, performerId } = await openWithPerformer(bench)
  const form = await formWith(folder, 'agreement.pdf', pdf)
  const slot = `/api/performers/${performerId}/documents/agreementFile`
  await runLoad({
    ...timed(bench, product.port),
    milliseconds: 1,
    method: 'PUT',
    paths: [slot],
    headers: { ...session.headers, 'content-type': form.contentType },
    bodyFile: form.path,
    keyed: true,
  })
  const results = await interleave(
    bench.options.rounds,
    () =>
      runLoad({ ...timed(bench, floor.port), method: 'GET', paths: [`/files/${id}`], headers: floorHeaders }),
    () =>
      runLoad({
        ...timed(bench, product.port),
        method: 'GET',
        paths: [`${slot}?download=1`],
        headers: session.headers,
      }),
  )
  return [transferLine('download of 20 MB', results, ({ bytesReceived }) => bytesReceived, 0.75)]
}

/** Compares the upload of a 5 MB photo, from its first byte to the reply, with bare sharp on the same file. */
export async function measurePhoto(bench: Bench): Promise<Line[]> {
  const photo = await largePhoto()
  const path = join(bench.folder, 'large.jpg')
  await writeFile(path, photo)
  const { session, performerId } = await openWithPerformer(bench)
  const form = await formWith(bench.folder, 'id.jpg', photo)
  const ratios: number[] = []
  const times = { bare: [] as number[], product: [] as number[] }
  for (let round = 0; round <= bench.options.rounds; round++) {
    const bare = await measureBareSharp(path, bench.folder, bench.options.seconds)
    const { median: ours } = await runLoad({
      ...timed(bench, bench.product.port),
      method: 'PUT',
      paths: [`/api/performers/${performerId}/documents/idFront`],
      headers: { ...session.headers, 'content-type': form.contentType },
      bodyFile: form.path,
      keyed: true,
    })
    if (round === 0) continue // warm-up
    times.bare.push(bare)
    times.product.push(ours)
    ratios.push(ours / bare)
  }
  const ratio = median(ratios)
  return [
    {
      measure: `upload of a photo of ${(photo.length / mega).toFixed(1)} MB, against the bare sharp pipeline`,
      floor: `${median(times.bare).toFixed(0)} ms`,
      product: `${median(times.product).toFixed(0)} ms`,
      ratio: ratio.toFixed(2),
      target: '≤ 1.3 × bare sharp',
      reached: ratio <= 1.3,
    },
  ]
}

/** One request at a time, which gives the time that a user waits. */
function timed({ options }: Bench, port: number) {
  return { connections: 1, port, milliseconds: options.seconds * 1000 }
}

export async function openWithPerformer({
  database,
  product,
  seed,
  folder,
}: Bench): Promise<{ session: BenchSession; performerId: string }> {
  const session = await openSession(database.ownerUrl, product.url, seed.admin)
  const performerId = await registerOne(product.url, session.headers, await registrationForm(folder))
  return { session, performerId }
}

function transferLine(
  measure: string,
  results: { floor: LoadResult[]; product: LoadResult[]; ratio: number },
  bytes: (result: LoadResult) => number,
  least: number,
): Line {
  const rate = (loads: LoadResult[]) => median(loads.map((result) => bytes(result) / mega / result.seconds))
  const ours = rate(results.product)
  return {
    measure,
    floor: `${rate(results.floor).toFixed(0)} MB/s`,
    product: `${ours.toFixed(0)} MB/s`,
    ratio: results.ratio.toFixed(2),
    target: `≥ ${least} × floor`,
    reached: results.ratio >= least,
  }
}
