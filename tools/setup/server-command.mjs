import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { productNode, root } from './install.mjs'
import { run } from './run.mjs'

const main = join(root, 'server/src/main.ts')
const cache = join(root, 'node_modules/.cache/compile')
/**
 * The first flag makes the young generation of the heap small, which saves 20 to 40 MiB and costs lists a tenth of their
 * speed, and lets V8 collect it when its buffers exceed 8 MiB. By default V8 collects the whole heap for them before that, which
 * took most of the time of a download and a third of that of an upload. Collecting the old generation when it has grown by half
 * saves 45 MiB (docs/decisions/0127).
 */
const flags = ['--scavenger-max-new-space-capacity-mb=2', '--heap-growing-percent=50']

/**
 * How Node runs the server. The compile cache halves the startup time and saves 20 MiB. Two arenas of the C library
 * instead of up to eight per core save 15 to 40 MiB of freed buffers while many clients send at once.
 */
export const serverCommand = {
  flags,
  args: [...flags, main],
  environment: { NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: '2' },
}

/** Fills the compile cache of the server if it does not exist, so that the first start is fast too. */
export async function ensureServerCompiled() {
  if (existsSync(cache)) return
  await run(productNode, [...flags, join(root, 'server/src/start/fill-compile-cache.ts')], {
    env: { ...process.env, ...serverCommand.environment },
  })
}
