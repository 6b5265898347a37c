import { newDataDir, removeDataDir, startProduct } from './product.ts'

/** One product with demo data for the whole run; every journey makes the records that it changes. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir()
  const product = await startProduct({ dataDir, env: { DEMO: 'on', RATE_API_PER_MINUTE: '100000' } })
  process.env.E2E_URL = product.url
  process.env.E2E_DATA_DIR = dataDir
  return async () => {
    await product.stop()
    await removeDataDir(dataDir)
  }
}
