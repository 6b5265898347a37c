import {
  type Bench,
  callers,
  floorHeaders,
  interleave,
  type Line,
  median,
  rateLine,
  whole,
} from '../bench.ts'
import { query } from '../database.ts'
import type { LoadResult } from '../load/load-job.ts'
import { runLoad } from '../load/run-load.ts'
import { processorMs } from '../processes.ts'
import { openSession } from '../sessions.ts'

/** Reads one performer, which writes an entry. Each request reads another, so that no view is deduplicated (D38). */
export async function measureGet(bench: Bench): Promise<Line[]> {
  const { options, seed } = bench
  const ids = await query<{ id: string }>(
    bench.database.ownerUrl,
    'SELECT id FROM floor.performer ORDER BY random() LIMIT 200000',
  )
  const share = Math.floor(ids.length / (options.rounds + 1))
  const paths = (round: number, prefix: string) =>
    ids.slice(round * share, (round + 1) * share).map(({ id }) => `${prefix}/${id}`)
  const floor = (prefix: string) => (round: number) => loadFloor(bench, paths(round, prefix))
  const product = (round: number) => loadProduct(bench, seed.admin, paths(round, '/api/performers'))
  const bare = await floor('/bare')(0)
  const results = await interleave(options.rounds, floor('/performers'), product)
  return [
    rateLine('get one performer, with its audit entry', results, 0.6),
    {
      measure: '… the floor without the entry',
      floor: `${whole(bare.requests / bare.seconds)} req/s`,
      product: '',
      target: 'for comparison',
    },
  ]
}

/** Lists the newest 50 performers as an admin, and measures the CPU time of the server process per request. */
export async function measureList(bench: Bench): Promise<Line[]> {
  const { options, seed, product } = bench
  const processor: number[] = []
  const results = await interleave(
    options.rounds,
    () => loadFloor(bench, ['/performers']),
    async () => {
      const before = processorMs(product.pid)
      const result = await loadProduct(bench, seed.admin, ['/api/performers'])
      const after = processorMs(product.pid)
      if (before !== undefined && after !== undefined) processor.push((after - before) / result.requests)
      return result
    },
  )
  const perRequest = median(processor)
  return [
    rateLine('list of 50, newest first', results, 0.65),
    {
      measure: '… CPU time of the server per request',
      product: `${perRequest.toFixed(2)} ms`,
      target: '≤ 0.32 ms',
      reached: perRequest <= 0.32,
    },
  ]
}

export const words = {
  frequent: ['佐藤', '鈴木', '花子', '太郎', '田中', '伊藤'],
  rare: ['勅使河原椿', '綾小路椿', '濱口エリカ', '勅使河原ミナ', '綾小路ひかり', '勅使河原恵'],
  none: ['龘', '鼎談', '佐龘', '勅使河原龘', '驫木', '纐纈'],
}

/** Reads the first page of a search as an admin. The floor neither folds the search text nor counts the hits. */
export async function measureSearch(bench: Bench): Promise<Line[]> {
  const lines: Line[] = []
  for (const [kind, all] of Object.entries(words)) {
    const paths = (prefix: string) => all.map((word) => `${prefix}?search=${encodeURIComponent(word)}`)
    const results = await interleave(
      bench.options.rounds,
      () => loadFloor(bench, paths('/search')),
      () => loadProduct(bench, bench.seed.admin, paths('/api/performers')),
    )
    lines.push(rateLine(`search, ${kind === 'none' ? 'no hit' : kind}`, results, 0.65))
  }
  return lines
}

function loadFloor({ floor, options }: Bench, paths: readonly string[]): Promise<LoadResult> {
  return runLoad({
    port: floor.port,
    connections: callers,
    milliseconds: options.seconds * 1000,
    method: 'GET',
    paths,
    headers: floorHeaders,
  })
}

/** Runs the load with a new session. */
async function loadProduct(
  { product, database, options }: Bench,
  accountId: string,
  paths: readonly string[],
): Promise<LoadResult> {
  const { headers } = await openSession(database.ownerUrl, product.url, accountId)
  return runLoad({
    port: product.port,
    connections: callers,
    milliseconds: options.seconds * 1000,
    method: 'GET',
    paths,
    headers,
  })
}
