import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { downloadPack, openPack } from '@kyc/contract/packs.ts'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect } from 'vitest'
import { makePack } from '../../features/packs/make-pack.ts'
import { claimPack, findDuePacks } from '../../features/packs/pack-attempts.ts'
import { anonymousBrowser } from './anonymous-browser.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

const run = promisify(execFile)

/** Makes every waiting pack, as the job does. */
export async function makePacks({ services }: TestApp): Promise<void> {
  for (;;) {
    const [due] = await findDuePacks(services.db)
    const claim = due && due.wait <= 0 ? await claimPack(services.db, due.id) : undefined
    if (!claim) return
    await makePack(services, claim, new AbortController().signal)
  }
}

export function tokenOf(url: string): string {
  return new URL(url).hash.slice('#token='.length)
}

/** A browser that has opened the link. */
export async function recipientOf(app: TestApp, url: string): Promise<TestClient> {
  const browser = await anonymousBrowser(app)
  await browser.send(openPack, { body: { token: tokenOf(url) } })
  return browser
}

/** Downloads a pack by its link and extracts it with `unzip`, until the end of the block. */
export async function extracted(app: TestApp, url: string): Promise<{ folder: string } & AsyncDisposable> {
  const browser = await recipientOf(app, url)
  const reply = await browser.call(downloadPack.method, `/api${downloadPack.path}`)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const folder = await mkdtemp(join(tmpdir(), 'pack-'))
  await writeFile(join(folder, 'pack.zip'), reply.bytes)
  await run('unzip', ['-q', 'pack.zip'], { cwd: folder })
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) }
}

/** `sha256sum -c` in an extracted pack: rejects unless every file matches. */
export async function checkSums(folder: string): Promise<string> {
  return (await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: folder })).stdout
}

/** The text of a PDF, without its line breaks. */
export async function textOf(path: string): Promise<string> {
  const loading = getDocument({
    data: new Uint8Array(await readFile(path)),
    useSystemFonts: true,
    verbosity: 0,
  })
  const pdf = await loading.promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
  await loading.destroy()
  return pages.join('')
}

/** The paths of the files of an extracted pack. */
export const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'pack.zip')
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
