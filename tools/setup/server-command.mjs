import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { productNode, root } from './install.mjs'
import { run } from './run.mjs'

const main = join(root, 'server/src/main.ts')
const cache = join(root, 'node_modules/.cache/compile')
/** A small young generation of the heap saves about 100 MiB under load and costs no speed. */
const flags = ['--max-semi-space-size=4']

/** How Node runs the server. Compiled sources are kept: that halves the time of a start and saves 20 MiB. */
export const serverCommand = {
  args: [...flags, main],
  environment: { NODE_COMPILE_CACHE: cache },
}

/** Compiles the sources of the server where that was never done, so that the first start is like every other. */
export async function ensureServerCompiled() {
  if (existsSync(cache)) return
  const script = `await import(${JSON.stringify(pathToFileURL(main).href)})`
  await run(productNode, [...flags, '--input-type=module', '--eval', script], {
    env: { ...process.env, ...serverCommand.environment },
  })
}
