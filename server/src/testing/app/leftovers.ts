import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

const poolSize = 16

/** What ended calls have left: files in the folder of received files, and places in the pool. No call may be running. */
export async function leftovers(app: Pick<TestApp, 'dataDir' | 'services'>): Promise<string[]> {
  return [...(await receivedForms(app.dataDir)), ...(await takenPlaces(app))]
}

async function receivedForms(dataDir: string): Promise<string[]> {
  const incoming = join(dataDir, 'incoming')
  const folders = await readdir(incoming)
  const files = await Promise.all(folders.map((name) => readdir(join(incoming, name))))
  return files.flat().filter((name) => name.startsWith('form-'))
}

/** Takes every place of the pool at once, which fails after two seconds if a call has kept one. */
async function takenPlaces({ services }: Pick<TestApp, 'services'>): Promise<string[]> {
  const { promise: all, resolve } = Promise.withResolvers<void>()
  let waiting = poolSize
  const places = Array.from({ length: poolSize }, () =>
    services.db
      .connection()
      .execute(async (connection) => {
        await sql`SELECT 1`.execute(connection)
        if (--waiting === 0) resolve()
        await all
      })
      .catch((error) => {
        resolve()
        throw error
      }),
  )
  const results = await Promise.allSettled(places)
  const failed = results.filter(({ status }) => status === 'rejected').length
  return failed > 0 ? [`${failed} places of the pool are taken`] : []
}
