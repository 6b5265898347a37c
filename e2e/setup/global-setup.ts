import { writeCameraFile } from './camera-file.ts'
import { newDataDir, removeDataDir, startProduct } from './product.ts'

const env = {
  DEMO: 'on',
  RATE_API_PER_MINUTE: '100000',
  // Accepts X-Forwarded-For from the journeys that exhaust a limit per address, so that each uses another address.
  TRUST_PROXY: '127.0.0.1',
}

/** Starts one product with demo data for the whole run. Each journey creates the records that it changes. */
export default async function setup(): Promise<() => Promise<void>> {
  await writeCameraFile()
  const dataDir = await newDataDir()
  const product = await startProduct({ dataDir, env })
  process.env.E2E_URL = product.url
  process.env.E2E_DATA_DIR = dataDir
  return async () => {
    await product.stop()
    await removeDataDir(dataDir)
  }
}
