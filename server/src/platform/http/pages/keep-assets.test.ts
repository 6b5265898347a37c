import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day, hour } from '@kyc/contract/durations.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestServer } from '../../../testing/app/test-server.ts'
import { keepAssets } from './keep-assets.ts'

const start = new Date('2026-11-22T00:00:00Z').getTime()

let folder: string
let dist: string
let kept: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-assets-'))
  dist = join(folder, 'dist')
  kept = join(folder, 'kept')
})
afterEach(() => rm(folder, { recursive: true }))

/** Builds a release with these assets and starts it. */
async function release(at: number, names: readonly string[]): Promise<string[]> {
  await rm(dist, { recursive: true, force: true })
  await mkdir(join(dist, 'assets'), { recursive: true })
  for (const name of names) await writeFile(join(dist, 'assets', name), `code of ${name}`)
  await keepAssets(dist, kept, new Date(at))
  return (await readdir(join(kept, 'assets'))).sort()
}

it('keeps the assets of a release for a day after the next one starts', async () => {
  await release(start, ['main-1.js', 'main-1.js.br', 'shared.css'])
  const next = start + 10 * day
  const assets = ['main-2.js', 'shared.css']
  expect(await release(next, assets)).toEqual(['main-1.js', 'main-2.js', 'shared.css'])
  expect(await release(next + 23 * hour, assets)).toEqual(['main-1.js', 'main-2.js', 'shared.css'])
  expect(await release(next + 25 * hour, assets)).toEqual(['main-2.js', 'shared.css'])
})

it('keeps the assets of a release that is started again', async () => {
  await release(start, ['main-1.js'])
  await release(start + hour, ['main-2.js'])
  expect(await release(start + 2 * day, ['main-1.js'])).toEqual(['main-1.js', 'main-2.js'])
})

it('serves the assets of the previous release to open pages', async () => {
  await release(start, ['main-1.js'])
  await release(start + hour, ['main-2.js'])
  const server = await startTestServer({
    config: {
      publicUrl: new URL('http://localhost:0'),
      secureCookies: false,
      trustProxy: [],
      rate: { apiPerMinute: 1000 },
      webDist: dist,
    },
    keptPages: kept,
  })
  const response = await server.call('/assets/main-1.js')
  expect(await response.text()).toBe('code of main-1.js')
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await (await server.call('/assets/main-2.js')).text()).toBe('code of main-2.js')
  expect((await server.call('/assets/main-0.js')).status).toBe(404)
  await server.app.close()
})

it('serves the assets of the next release from a process of the previous one that shares the folder', async () => {
  await release(start, ['main-1.js'])
  const server = await startTestServer({
    config: {
      publicUrl: new URL('http://localhost:0'),
      secureCookies: false,
      trustProxy: [],
      rate: { apiPerMinute: 1000 },
      webDist: join(folder, 'dist of the previous release'),
    },
    keptPages: kept,
  })
  await release(start + hour, ['main-2.js'])
  expect(await (await server.call('/assets/main-2.js')).text()).toBe('code of main-2.js')
  await server.app.close()
})

it('leaves the start alone if the pages are not built', async () => {
  await expect(keepAssets(join(folder, 'nowhere'), kept)).resolves.toBeUndefined()
})
