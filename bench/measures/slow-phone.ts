import type { Page } from '@playwright/test'
import type { Bench, Line } from '../bench.ts'
import { query } from '../database.ts'
import { openBrowser } from '../open-browser.ts'
import { openSession } from '../sessions.ts'
import { largePhoto } from './sample-uploads.ts'
import { measureSigning } from './slow-phone-signing.ts'

/** Slow 3G as Chromium's developer tools define it. */
const slow3G = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

/** Milliseconds that a performer who opens the page for the first time needs for each step. */
const person = { reads: 10_000, consents: 25_000, types: 10_000, chooses: 5_000, photographs: 15_000 }

const target = 240

/**
 * A performer submits the required documents through the link, on a phone with slow 3G, for the first time (D66), and
 * then signs a contract on the performer's page (D101).
 */
export async function measureSlowPhone(bench: Bench): Promise<Line[]> {
  const { url, performerId } = await linkOfDraft(bench)
  const browser = await openBrowser()
  const openPhone = async () => {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: 'ja-JP',
    })
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Network.enable')
    await devTools.send('Network.emulateNetworkConditions', slow3G)
    return page
  }
  try {
    const page = await openPhone()
    const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await largePhoto() }
    const start = performance.now()
    await page.goto(url)
    await submit(page, photo)
    const seconds = (performance.now() - start) / 1000
    const paused =
      (person.reads + person.consents + person.types + person.chooses + 2 * person.photographs) / 1000
    return [
      {
        measure: `own link on slow 3G, two photos of ${(photo.buffer.length / 1e6).toFixed(1)} MB, of which a person takes ${paused} s`,
        product: `${Math.round(seconds)} s`,
        target: `< ${target} s`,
        reached: seconds < target,
      },
      await measureSigning(bench, performerId, openPhone),
    ]
  } finally {
    await browser.close()
  }
}

async function submit(page: Page, photo: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  await page.getByRole('button', { name: '始める' }).waitFor()
  await page.waitForTimeout(person.reads)
  await page.getByRole('button', { name: '始める' }).click()
  await page.waitForTimeout(person.consents)
  await page.getByRole('checkbox', { name: '内容を確認し、上記に同意します' }).check()
  await page.getByRole('button', { name: '同意して次へ' }).click()
  await page.getByLabel('氏名').waitFor()
  await page.waitForTimeout(person.types)
  await page.getByLabel('氏名').fill('計測 花子')
  await page.getByLabel('生年月日').fill('1995-04-01')
  await page.getByRole('button', { name: '次へ' }).click()
  await page.getByText('運転免許証').waitFor()
  await page.waitForTimeout(person.chooses)
  await page.getByText('運転免許証').click()
  await page.getByRole('button', { name: '次へ' }).click()
  for (const label of ['身分証明書表面', '本人写真']) {
    await page.getByRole('button', { name: `${label}を提出する`, exact: true }).click()
    await page.waitForTimeout(person.photographs)
    await page.getByLabel('写真を選ぶ').setInputFiles(photo)
    await page.getByRole('button', { name: '送信する' }).click()
    await page.getByText(`${label}を送信しました。`).waitFor({ timeout: 120_000 })
  }
  await page.getByRole('button', { name: '提出を完了する' }).click()
  await page.getByRole('heading', { name: '提出が完了しました' }).waitFor()
}

/** Registers a draft. Returns its id and the address of a performer's link to it. */
async function linkOfDraft({
  database,
  product,
  seed,
}: Bench): Promise<{ readonly url: string; readonly performerId: string }> {
  const { headers } = await openSession(database.ownerUrl, product.url, seed.smallOwner)
  const form = new FormData()
  const fields = {
    lastName: '計測',
    firstName: '花子',
    lastNameRoman: 'KEISOKU',
    firstNameRoman: 'HANAKO',
    date_of_birth: '1995-04-01',
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const draft = await post(`${product.url}/api/performers?draft=true`, headers, form)
  // Only an approved organisation may send mails to performers. Without a wait, its contract can be signed at once.
  await query(database.ownerUrl, 'UPDATE account SET email_verified = true WHERE id = $1', [seed.smallOwner])
  await query(
    database.ownerUrl,
    `UPDATE organisation SET approved_at = now(), signing_wait_days = 0
    WHERE id = (SELECT owner_id FROM performer WHERE id = $1)`,
    [draft.id],
  )
  const link = await post(
    `${product.url}/api/performers/${draft.id}/link`,
    { ...headers, 'content-type': 'application/json' },
    JSON.stringify({ language: 'ja' }),
  )
  return { url: String(link.url), performerId: draft.id }
}

async function post(url: string, headers: Record<string, string>, body: FormData | string) {
  const key = { 'idempotency-key': crypto.randomUUID() }
  const reply = await fetch(url, { method: 'POST', headers: { ...headers, ...key }, body })
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { id: string; url?: string } // the replies of the contract
}
