import { availableParallelism } from 'node:os'
import { type Bench, callers, type Line, median, whole } from '../bench.ts'
import { startProduct } from '../contenders.ts'
import { runLoad } from '../load/run-load.ts'
import { familyMs, processorMs } from '../processes.ts'
import type { Program } from '../program.ts'
import { openSession } from '../sessions.ts'

const processes = 3
const requests = 3000

/** The target applies from this number of processors on: PostgreSQL, the load and three servers share them. */
const enough = 6

/** Compares one process with three on one PostgreSQL: the lists a second, and the processor time of one list. */
export async function measureProcesses(bench: Bench): Promise<Line[]> {
  const { product, productEnv, options } = bench
  await using stack = new AsyncDisposableStack()
  const all = [product]
  while (all.length < processes) {
    const other = await startProduct(productEnv)
    stack.defer(() => other.stop())
    all.push(other)
  }
  const [one, three] = [[product], all]
  await measure(bench, three)
  const turns = { one: [] as Measured[], three: [] as Measured[] }
  for (let round = 0; round < options.rounds; round++) {
    turns.one.push(await measure(bench, one))
    turns.three.push(await measure(bench, three))
  }
  const of = (name: keyof typeof turns, figure: keyof Measured) =>
    median(turns[name].map((each) => each[figure]))
  const cost = (name: keyof typeof turns) => of(name, 'server') + of(name, 'postgres')
  const [gain, dearer] = [of('three', 'rate') / of('one', 'rate'), cost('three') / cost('one')]
  const cores = availableParallelism()
  return [
    {
      measure: `lists a second by one process and by ${processes} on one PostgreSQL, with ${cores} processors for everything`,
      product: `${whole(of('one', 'rate'))} and ${whole(of('three', 'rate'))}`,
      ratio: gain.toFixed(2),
      target: `≥ 1.7 with ${enough} processors or more`,
      ...(cores >= enough && { reached: gain >= 1.7 }),
    },
    {
      measure: '… processor time of a list, server and PostgreSQL',
      product: `${cost('one').toFixed(2)} and ${cost('three').toFixed(2)} ms`,
      ratio: dearer.toFixed(2),
      target: '≤ 1.2: processes do not wait for each other',
      reached: dearer <= 1.2,
    },
  ]
}

interface Measured {
  /** Lists a second. */
  readonly rate: number
  /** Milliseconds of processor time for each list. */
  readonly server: number
  readonly postgres: number
}

async function measure({ database, seed }: Bench, programs: readonly Program[]): Promise<Measured> {
  const used = () => programs.reduce((sum, { pid }) => sum + (processorMs(pid) ?? Number.NaN), 0)
  const sessions = await Promise.all(
    programs.map(({ url }) => openSession(database.ownerUrl, url, seed.admin)),
  )
  const [server, postgres, start] = [used(), familyMs(database.pid), performance.now()]
  const results = await Promise.all(
    programs.map(({ port }, index) =>
      runLoad({
        port,
        connections: Math.ceil(callers / programs.length),
        milliseconds: 120_000,
        requests: Math.ceil(requests / programs.length),
        method: 'GET',
        paths: ['/api/performers'],
        headers: sessions[index]?.headers ?? {},
      }),
    ),
  )
  const total = results.reduce((sum, result) => sum + result.requests, 0)
  return {
    rate: (total / (performance.now() - start)) * 1000,
    server: (used() - server) / total,
    postgres: (familyMs(database.pid) - postgres) / total,
  }
}
