import { randomUUID } from 'node:crypto'
import { type Bench, callers, floorHeaders, interleave, type Line, rateLine } from '../bench.ts'
import { startCreateServer } from '../contenders.ts'
import { runLoad } from '../load/run-load.ts'
import { openSession } from '../sessions.ts'

/** More bodies than a load on a fast machine sends, since the floor does not accept the id of a body twice. */
const bodies = 200_000

/**
 * Measures a registration without files. The public endpoint requires three, so an endpoint of the bench
 * (create-server.ts) runs the product's HTTP layer and transaction without the upload.
 */
export async function measureCreate(bench: Bench): Promise<Line[]> {
  const { options, database, seed, floor } = bench
  const product = await startCreateServer(bench.productEnv)
  const load = { connections: callers, milliseconds: options.seconds * 1000, method: 'POST' }
  try {
    const results = await interleave(
      options.rounds,
      () =>
        runLoad({
          ...load,
          port: floor.port,
          paths: ['/performers'],
          headers: { ...floorHeaders, 'content-type': 'application/json' },
          bodies: namesOf((names) => ({ id: randomUUID(), names })),
        }),
      async () => {
        const { headers } = await openSession(database.ownerUrl, bench.product.url, seed.smallOwner)
        return runLoad({
          ...load,
          port: product.port,
          paths: ['/api/bench/performers'],
          headers: { ...headers, 'content-type': 'application/json' },
          bodies: namesOf(([lastName, firstName, lastNameRoman, firstNameRoman]) => ({
            lastName,
            firstName,
            lastNameRoman,
            firstNameRoman,
          })),
        })
      },
    )
    return [rateLine('create with its audit entry, without files', results, 0.45)]
  } finally {
    await product.stop()
  }
}

type Names = readonly [string, string, string, string]

function namesOf(bodyOf: (names: Names) => object): string[] {
  return Array.from({ length: bodies }, () => JSON.stringify(bodyOf(['計測', '花子', 'KEISOKU', 'HANAKO'])))
}
