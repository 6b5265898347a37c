import { join } from 'node:path'
import { ensureInstalled, productNode, root } from './setup/install.mjs'
import { SetupError, spawnAndWait } from './setup/run.mjs'

// `npm test`: installs missing packages, then runs every suite on the product's Node. Plain JavaScript, since
// it must run on the system's Node before the product's is installed.

try {
  await ensureInstalled()
  const { code } = await spawnAndWait(
    productNode,
    [join(root, 'tools/test-all.ts'), ...process.argv.slice(2)],
    {
      cwd: root,
    },
  )
  process.exitCode = code ?? 1
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
