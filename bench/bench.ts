import type { BenchDatabase } from './database.ts'
import type { LoadResult } from './load/load-job.ts'
import type { Options } from './options.ts'
import type { Program } from './program.ts'
import type { Seed } from './seed-performers.ts'

/** The context of every measure. */
export interface Bench {
  readonly options: Options
  /** Temporary files, deleted at the end. */
  readonly folder: string
  readonly database: BenchDatabase
  readonly seed: Seed
  readonly product: Program
  readonly floor: Program
  /** The product's settings. */
  readonly productEnv: Readonly<Record<string, string>>
}

/** One line of the table. */
export interface Line {
  readonly measure: string
  readonly floor?: string
  readonly product: string
  readonly ratio?: string
  readonly target: string
  /** Undefined for a measure without a required value. */
  readonly reached?: boolean
}

/** The credentials of the floor. */
export const floorHeaders = { authorization: 'Bearer floor-token' }

/** The number of parallel callers that the performance targets assume. */
export const callers = 16

/**
 * Alternates the two loads, so that other load on the machine affects both. A first round, with the number
 * `rounds`, only warms them up: compilers and caches need some thousand requests.
 */
export async function interleave(
  rounds: number,
  floor: (round: number) => Promise<LoadResult>,
  product: (round: number) => Promise<LoadResult>,
): Promise<{ floor: LoadResult[]; product: LoadResult[]; ratio: number }> {
  const results = { floor: [] as LoadResult[], product: [] as LoadResult[] }
  const ratios: number[] = []
  await floor(rounds)
  await product(rounds)
  for (let round = 0; round < rounds; round++) {
    const one = await floor(round)
    const other = await product(round)
    results.floor.push(one)
    results.product.push(other)
    ratios.push(perSecond(other) / perSecond(one))
  }
  return { ...results, ratio: median(ratios) }
}

function perSecond({ requests, seconds }: LoadResult): number {
  return requests / seconds
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** A line with requests per second, compared with the floor. */
export function rateLine(
  measure: string,
  results: { floor: LoadResult[]; product: LoadResult[]; ratio: number },
  least: number,
): Line {
  return {
    measure,
    floor: `${whole(median(results.floor.map(perSecond)))} req/s`,
    product: `${whole(median(results.product.map(perSecond)))} req/s`,
    ratio: results.ratio.toFixed(2),
    target: `≥ ${least} × floor`,
    reached: results.ratio >= least,
  }
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
