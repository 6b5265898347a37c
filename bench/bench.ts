import type { BenchDatabase } from './database.ts'
import type { LoadResult } from './load/load-job.ts'
import type { Options } from './options.ts'
import type { Program } from './program.ts'
import type { Seed } from './seed-performers.ts'

/** What every measure works with. */
export interface Bench {
  readonly options: Options
  /** Temporary files; cleared away at the end. */
  readonly folder: string
  readonly database: BenchDatabase
  readonly seed: Seed
  readonly product: Program
  readonly floor: Program
  /** Where the product keeps keys and files, and its other settings. */
  readonly productEnv: Readonly<Record<string, string>>
}

/** One line of the table. */
export interface Line {
  readonly measure: string
  readonly floor?: string
  readonly product: string
  readonly ratio?: string
  readonly target: string
  /** Undefined where nothing is asked. */
  readonly reached?: boolean
}

/** The headers that the floor knows people by. */
export const floorHeaders = { authorization: 'Bearer floor-token' }

/** As many callers at once as performance targets are stated for. */
export const callers = 16

/**
 * Runs the two in turn, so that what else the machine does meets both alike. A first turn, that of number `rounds`, only
 * warms both up: compilers and caches take some thousand requests.
 */
export async function takeTurns(
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

export function perSecond({ requests, seconds }: LoadResult): number {
  return requests / seconds
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** A line about requests a second, compared with the floor. */
export function rateLine(
  measure: string,
  turns: { floor: LoadResult[]; product: LoadResult[]; ratio: number },
  least: number,
): Line {
  return {
    measure,
    floor: `${whole(median(turns.floor.map(perSecond)))} req/s`,
    product: `${whole(median(turns.product.map(perSecond)))} req/s`,
    ratio: turns.ratio.toFixed(2),
    target: `≥ ${least} × floor`,
    reached: turns.ratio >= least,
  }
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
