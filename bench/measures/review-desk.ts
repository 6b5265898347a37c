import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { CDPSession, Page, Request } from '@playwright/test'
import { type Bench, type Line, median, whole } from '../bench.ts'
import { query } from '../database.ts'
import { openBrowser, openSignedIn } from '../open-browser.ts'
import { seedQueue } from '../seed-queue.ts'
import { openSession } from '../sessions.ts'
import { registerOne, writeForm } from './sample-uploads.ts'

const cases = 200
/** The documents of a case, in the order in which the desk opens them. */
const order = ['idFront', 'selfie', 'selfieWithId', 'agreementFile'] as const satisfies DocumentType[]
const dateOfBirth = '1995-04-01'

/**
 * A reviewer decides cases by keyboard in Chromium. Measures the time from the key that decides the last document of a
 * case until the next case shows the document to decide on, and until it shows all its documents (an agreement is
 * prefetched, but not drawn before); and the heap of the page.
 */
export async function measureReviewDesk(bench: Bench): Promise<Line[]> {
  const { database, seed } = bench
  const waiting = await seedQueue(database.ownerUrl, seed)
  await seedCases(bench)
  const browser = await openBrowser()
  try {
    const context = await openSignedIn(browser, bench, seed.admin)
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    return linesOf(waiting, await reviewAll(page, devTools))
  } finally {
    await browser.close()
  }
}

function linesOf(waiting: number, { times, heaps }: Measured): Line[] {
  const [early = 0, late = 0] = heaps.values()
  const [first, all] = [times.map(({ first }) => first), times.map(({ all }) => all)]
  const slow = first.toSorted((one, other) => one - other)[Math.ceil(first.length * 0.95) - 1] ?? Number.NaN
  return [
    {
      measure: `review desk, ${whole(waiting)} waiting: from the key to the next case, median`,
      product: `${whole(median(first))} ms`,
      target: '< 200 ms',
      reached: median(first) < 200,
    },
    { measure: '… 95th percentile', product: `${whole(slow)} ms`, target: '< 500 ms', reached: slow < 500 },
    {
      measure: '… with all its documents, median',
      product: `${whole(median(all))} ms`,
      target: '< 500 ms',
      reached: median(all) < 500,
    },
    {
      measure: `… heap of the page after ${[...heaps.keys()].join(' and ')} cases`,
      product: `${early.toFixed(1)} and ${late.toFixed(1)} MiB`,
      target: 'at most 10% more',
      reached: late <= early * 1.1,
    },
  ]
}

/** Registers the cases of the measure as those that have waited longest, so that the desk opens them first. */
async function seedCases({ database, folder, product, seed }: Bench): Promise<void> {
  const form = await caseForm(folder)
  const ids: string[] = []
  const register = async () => {
    while (ids.length <= cases) {
      const { headers } = await openSession(database.ownerUrl, product.url, seed.smallOwner)
      ids.push(await registerOne(product.url, headers, form))
    }
  }
  await Promise.all([register(), register()])
  await query(
    database.ownerUrl,
    `UPDATE performer SET pending_since = now() - interval '400 days', date_of_birth = $2 WHERE id = ANY ($1)`,
    [ids, dateOfBirth],
  )
}

/** A registration with an ID, two portraits and a PDF. */
async function caseForm(folder: string) {
  const specimens = fileURLToPath(new URL('../../server/src/demo/specimens/', import.meta.url))
  const files = {
    agreementFile: 'agreement-1.pdf',
    idFront: 'id-yamada-hanako.jpg',
    selfie: 'selfie-1.jpg',
    selfieWithId: 'held-yamada-hanako.jpg',
  } as const
  const form = new FormData()
  const fields = {
    lastName: '計測',
    firstName: '花子',
    lastNameRoman: 'KEISOKU',
    firstNameRoman: 'HANAKO',
    idKind: 'drivers_license',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  let bytes = 0
  for (const [type, name] of Object.entries(files)) {
    const file = await readFile(join(specimens, name))
    bytes += file.length
    form.append(type, new Blob([new Uint8Array(file)]), name)
  }
  return writeForm(join(folder, 'form-case'), form, bytes)
}

/** Milliseconds from the key until the document to decide on (`first`) or all documents of the case are visible. */
interface Displayed {
  readonly first: number
  readonly all: number
}

interface Measured {
  readonly times: readonly Displayed[]
  /** The heap in MiB, by the number of decided cases. */
  readonly heaps: ReadonlyMap<number, number>
}

async function reviewAll(page: Page, devTools: CDPSession): Promise<Measured> {
  const times: Displayed[] = []
  const heaps = new Map<number, number>()
  const calls = countCalls(page)
  await page.goto('/review')
  await page.getByRole('form', { name: `${documentTypeLabels.idFront}の審査`, exact: true }).waitFor()
  for (let done = 1; done <= cases; done++) {
    for (const type of order.slice(0, -1)) await approve(page, type)
    const last = order[order.length - 1] ?? 'idFront'
    await confirm(page, last)
    // The key is pressed after the prefetch, because a reviewer reads for longer than it takes.
    await calls.idle()
    const displayed = await watchNextCase(page)
    await page.keyboard.press('a')
    times.push(await displayed())
    if (done === 20 || done === cases) heaps.set(done, await heapMiB(devTools))
  }
  return { times, heaps }
}

async function approve(page: Page, type: DocumentType): Promise<void> {
  await confirm(page, type)
  await page.keyboard.press('a')
  await page
    .getByRole('form', { name: `${documentTypeLabels[type]}の審査`, exact: true })
    .waitFor({ state: 'detached' })
}

/** Does what the approval requires: types the dates of an ID, enlarges it, and scrolls to the end of an agreement. */
async function confirm(page: Page, type: DocumentType): Promise<void> {
  const label = documentTypeLabels[type]
  const panel = page.getByRole('form', { name: `${label}の審査`, exact: true })
  await panel.waitFor()
  if (type === 'idFront') {
    await panel.getByLabel('身分証の種類').selectOption('運転免許証')
    await panel.getByLabel('生年月日', { exact: true }).fill(dateOfBirth)
    await panel.getByLabel('有効期限', { exact: true }).fill('2031-05-02')
    await page.keyboard.press('Escape')
    await page.keyboard.press('m')
  }
  if (type === 'agreementFile') {
    // The pages have no size until the file has been read. Until then, the key End does not scroll.
    while ((await panel.getByText('最後のページ').count()) > 0) {
      await page.keyboard.press('End')
      await page.waitForTimeout(50)
    }
  }
  await panel.locator('button:not([aria-disabled])', { hasText: '承認' }).first().waitFor()
}

/** Starts to watch for a key. Returns a function that resolves when the next case is displayed. */
async function watchNextCase(page: Page): Promise<() => Promise<Displayed>> {
  const watched = await page.evaluateHandle((documents) => {
    const { pathname } = location
    const isVisible = (pane: Element) => {
      const picture = pane.querySelector('img')
      if (picture) return picture.complete && picture.naturalWidth > 0 && picture.clientWidth > 0
      // A canvas has its default width of 300 pixels until its page is drawn.
      const canvas = pane.querySelector('canvas')
      return canvas !== null && canvas.width !== 300
    }
    const panesOfNext = () => {
      if (location.pathname === pathname) return []
      const panes = [...document.querySelectorAll<HTMLElement>('section[data-place]')]
      return panes.length === documents ? panes : []
    }
    const displayed = new Promise<{ first: number; all: number }>((resolve) => {
      const start = ({ timeStamp }: KeyboardEvent) => {
        let first: number | undefined
        const frame = () => {
          const panes = panesOfNext()
          const now = performance.now() - timeStamp
          if (panes.some((pane) => pane.dataset.place === 'active' && isVisible(pane))) first ??= now
          if (first !== undefined && panes.every(isVisible)) resolve({ first, all: now })
          else requestAnimationFrame(frame)
        }
        frame()
      }
      window.addEventListener('keydown', start, { capture: true, once: true })
    })
    return { displayed }
  }, order.length)
  return () => watched.evaluate(({ displayed }) => displayed)
}

/** `idle` resolves when no call has been open for 200 ms. Requests of object URLs never end and are not counted. */
function countCalls(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => {
    if (request.url().includes('/api/')) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return {
    async idle(): Promise<void> {
      for (let quiet = 0; quiet < 4; quiet = open.size > 0 ? 0 : quiet + 1) await page.waitForTimeout(50)
    },
  }
}

async function heapMiB(devTools: CDPSession): Promise<number> {
  await devTools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devTools.send('Runtime.getHeapUsage')
  return usedSize / 1024 ** 2
}
