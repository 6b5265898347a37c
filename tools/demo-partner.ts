import { readPartnerKeys } from '@kyc/server/demo/partner-site/partner-keys.ts'
import { startPartnerSite } from '@kyc/server/demo/partner-site/partner-site.ts'
import { type Config, ConfigError, readConfig } from '@kyc/server/platform/config.ts'

// `npm run demo:partner`, used with `npm start` in demo mode: a partner's site on this machine.

const { dataDir, publicUrl: product } = readSettings()
const keys = await readPartnerKeys(dataDir)
if (!keys) {
  console.error(
    `There is no demo partner in ${dataDir} yet. Start the product with \`npm start\` first; where it`,
  )
  console.error('listens or keeps its data elsewhere, give this command the same PORT and DATA_DIR.')
  process.exit(1)
}
try {
  const site = await startPartnerSite({ product, keys })
  console.log(`The demo partner sends people to ${product.origin}. Ctrl-C stops it.`)
  console.log(`Listening on ${site.url}`)
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
  console.error(`${keys.origin} is taken: another demo partner may be running.`)
  process.exit(1)
}

/** Reads the settings as the product does, so that both use the same folder. */
function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}
