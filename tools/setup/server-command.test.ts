import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { productNode } from './install.mjs'
import { serverCommand } from './server-command.mjs'

/** Receives 1 GB as a stream does, in buffers that are soon free, and prints the kinds of all collections of the heap. */
const program = `
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'
const seen = []
new PerformanceObserver((list) => seen.push(...list.getEntries())).observe({ type: 'gc' })
for (let chunk = 0; chunk < 16_000; chunk++) {
  Buffer.allocUnsafeSlow(64 * 1024)
  if (chunk % 8 === 0) await setImmediate()
}
await setImmediate()
const count = (kind) => seen.filter(({ detail }) => detail.kind === kind).length
console.log(count(constants.NODE_PERFORMANCE_GC_MINOR), count(constants.NODE_PERFORMANCE_GC_MAJOR))
`

const collectionsWith = (flags: readonly string[]) =>
  execFileSync(productNode, [...flags, '--input-type=module', '--eval', program], { encoding: 'utf8' })
    .split(' ')
    .map(Number)

// A later V8 may read the flag in another way, which nothing else would show but the speed of transfers.
it('the server frees the buffers of a transfer with the young generation, where Node collects the whole heap', () => {
  const [young = 0, whole = 0] = collectionsWith(serverCommand.flags)
  expect(young).toBeGreaterThan(50)
  expect(whole).toBeLessThan(5)
  const [, wholeByDefault = 0] = collectionsWith([])
  expect(wholeByDefault).toBeGreaterThan(5)
})
