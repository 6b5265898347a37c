import { freePort } from '@kyc/server/platform/process/free-port.ts'
import { type Bench, callers, interleave, type Line, median } from '../bench.ts'
import { startProduct } from '../contenders.ts'
import { runLoad } from '../load/run-load.ts'
import { processorMs } from '../processes.ts'
import type { Program } from '../program.ts'
import { openSession } from '../sessions.ts'

/** Compares the processor time of a request in two processes, of which only one has metrics (D47). */
export async function measureMonitoring(bench: Bench): Promise<Line[]> {
  const monitored = await startProduct({ ...bench.productEnv, METRICS_PORT: String(await freePort()) })
  try {
    const costs = { without: [] as number[], with: [] as number[] }
    await interleave(
      bench.options.rounds,
      loadOf(bench, bench.product, costs.without),
      loadOf(bench, monitored, costs.with),
    )
    const [plain, measured] = [median(costs.without), median(costs.with)]
    const ratio = median(costs.with.map((cost, round) => cost / (costs.without[round] ?? cost)))
    return [
      {
        measure: 'processor time of a list without and with metrics',
        floor: `${plain.toFixed(3)} ms`,
        product: `${measured.toFixed(3)} ms`,
        ratio: ratio.toFixed(2),
        target: '≤ 1.05',
        reached: ratio <= 1.05,
      },
    ]
  } finally {
    await monitored.stop()
  }
}

/** Lists the newest 50 performers. Adds the processor time per request in ms to `costs`, except in the warm-up. */
function loadOf({ database, options, seed }: Bench, product: Program, costs: number[]) {
  return async (round: number) => {
    const { headers } = await openSession(database.ownerUrl, product.url, seed.admin)
    const before = processorMs(product.pid)
    const result = await runLoad({
      port: product.port,
      connections: callers,
      milliseconds: options.seconds * 1000,
      method: 'GET',
      paths: ['/api/performers'],
      headers,
    })
    const after = processorMs(product.pid)
    const isMeasured = round < options.rounds
    if (isMeasured && before !== undefined && after !== undefined) {
      costs.push((after - before) / result.requests)
    }
    return result
  }
}
